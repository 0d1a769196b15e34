/** Drawings of the product range next to the form. */
const drawings = [
  'drill',
  'cable',
  'socket',
  'floodlight',
  'pliers',
  'breaker',
  'ladder',
  'bulb',
  'screws',
  'padlock',
  'grinder',
  'tape-measure',
  'reel',
  'helmet',
  'bits',
  'switch',
  'silicone',
  'hammer',
  'contactor',
  'power-strip',
]

export function LoginPanel() {
  return (
    <div aria-hidden="true" className="hidden w-140 shrink-0 grid-cols-4 grid-rows-5 gap-px bg-[#1d5a63] lg:grid">
      {drawings.map((drawing) => (
        <div key={drawing} className="flex items-center justify-center bg-[#0d4a52]">
          <img src={`/drawings/${drawing}.svg`} alt="" width={84} height={84} />
        </div>
      ))}
    </div>
  )
}
