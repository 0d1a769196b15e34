/** A unit and, if it contains several or a part of one, its base units: `PAKET (100)`. */
export function unitText(
  { unit, multiplier }: { unit: string; multiplier: number },
  formatQuantity: (quantity: number) => string,
): string {
  return multiplier === 1 ? unit : `${unit} (${formatQuantity(multiplier)})`
}
