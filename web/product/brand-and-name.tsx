import { beginsWithName } from '#domain/text/text.ts'

type Props = { product: { name: string; brand: { name: string } | null }; brandClass?: string }

/** A product's name after its brand. A name that begins with the brand has it already. */
export function BrandAndName({ product: { name, brand }, brandClass }: Props) {
  return (
    <>
      {brand === null || beginsWithName(name, brand.name) ? null : <b className={brandClass}>{brand.name} </b>}
      {name}
    </>
  )
}
