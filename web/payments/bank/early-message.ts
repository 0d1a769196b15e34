type Early = Pick<MessageEvent, 'origin' | 'source' | 'data'>

declare global {
  interface Window {
    /** Returns the message received before the page's own scripts ran, once, and stops listening. */
    takeEarlyMessage?: () => Early | null
  }
}

/** Runs while the frame is parsed: the parent page sends the card on load, possibly before hydration. */
export const earlyMessageScript = `(()=>{let early=null;const hear=e=>{if(e.origin===location.origin&&e.source===parent)early={origin:e.origin,source:e.source,data:e.data}};addEventListener('message',hear);window.takeEarlyMessage=()=>{removeEventListener('message',hear);const taken=early;early=null;return taken}})()`
