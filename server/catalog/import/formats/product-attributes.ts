import { fold, squeezeCode } from '#domain/text/text.ts'
import type { Cell } from '#server/platform/tables/table.ts'

const brandNames = new Set('brand brands marka markalar manufacturer uretici pabrand pamarka'.split(' '))
const maxLabels = 50

/** Attributes of a row by label. */
export type RowAttributes = ReadonlyMap<string, string>

/**
 * Attributes of products that do not make variants: technical data in columns of their own, and the brand where the file
 * has no column for it.
 */
export class ProductAttributes {
  private readonly labels = new Map<string, string>()
  private readonly hasBrandColumn: boolean
  private readonly isDimension: (folded: string) => boolean
  private hasBrand = false

  constructor(columns: readonly string[], isDimension: (folded: string) => boolean) {
    this.hasBrandColumn = columns.some((column) => brandNames.has(squeezeCode(column)))
    this.isDimension = isDimension
  }

  observe(attributes: RowAttributes): void {
    for (const [label, value] of attributes) {
      if (label === '' || value === '' || this.labels.has(fold(label))) continue
      if (this.isBrand(label)) this.hasBrand = true
      else if (this.labels.size < maxLabels) this.labels.set(fold(label), label)
    }
  }

  /** The columns to add, in the order of `cells`. */
  get columns(): string[] {
    return [...(this.hasBrand ? ['brand'] : []), ...this.used().map(([, label]) => `attribute:${label}`)]
  }

  cells(attributes: RowAttributes): Cell[] {
    const values = new Map([...attributes].map(([label, value]) => [fold(label), value]))
    const brand = [...attributes].find(([label]) => this.isBrand(label))?.[1]
    return [...(this.hasBrand ? [brand ?? ''] : []), ...this.used().map(([label]) => values.get(label) ?? '')]
  }

  private used(): [folded: string, label: string][] {
    return [...this.labels].filter(([folded]) => !this.isDimension(folded))
  }

  private isBrand(label: string): boolean {
    return !this.hasBrandColumn && brandNames.has(squeezeCode(label)) && !this.isDimension(fold(label))
  }
}
