import { picturesMax } from '#contract/admin/products.ts'

/** A picture that a product gets from an address. */
export type ArrangedPicture = {
  place: number
  /** The stored picture; null: there is none yet. */
  file: string | null
  isDropped: boolean
  /** What the product got from this address, and its place at that time. */
  added: { file: string; place: number } | null
}

export type Arrangement<Picture> = { images: string[]; pictures: Picture[] }

/**
 * Brings the pictures of a product up to date: fetched ones follow the product's own in the order of their places, unless an
 * administrator ordered them otherwise. Those that an administrator removed stay away. Dropped ones stay until one of the
 * others is there. `withdrawn`: files that are no longer wanted.
 */
export function arrangePictures<Picture extends ArrangedPicture>(
  images: readonly string[],
  pictures: readonly Picture[],
  withdrawn: readonly string[] = [],
): Arrangement<Picture> {
  const current = pictures.filter(({ isDropped }) => !isDropped).sort((a, b) => a.place - b.place)
  const keepsDropped = current.length > 0 && current.every(({ file }) => file === null)
  const fetched = new Set([...pictures.flatMap(({ added }) => (added === null ? [] : [added.file])), ...withdrawn])
  const own = images.filter((name) => !fetched.has(name))
  const isRemoved = ({ added }: Picture) => added !== null && !images.includes(added.file)
  const fresh = current.flatMap((picture) => (picture.file === null || isRemoved(picture) ? [] : [picture.file]))
  const dropped = keepsDropped
    ? pictures.flatMap(({ isDropped, added }) => (isDropped && added !== null ? [added.file] : []))
    : []
  const wanted = [...new Set([...fresh, ...dropped])].filter((name) => !own.includes(name))
  const arranged = isInOrder(images, own, pictures)
    ? [...own, ...wanted]
    : keepOrder(images, { own, wanted, replaced: replacements(current) })
  const result = arranged.slice(0, Math.max(picturesMax, images.length))
  const isAdded = (file: string | null) => file !== null && result.includes(file) && !own.includes(file)
  return {
    images: result,
    pictures: pictures.map((picture) => {
      if (isRemoved(picture)) return picture
      const { isDropped, file, place, added } = picture
      if (isDropped) return keepsDropped ? picture : { ...picture, added: null }
      return { ...picture, added: file !== null && isAdded(file) ? { file, place } : file === null ? added : null }
    }),
  }
}

/** Whether the fetched pictures follow the product's own, in the order in which they were added. */
function isInOrder(images: readonly string[], own: readonly string[], pictures: readonly ArrangedPicture[]): boolean {
  const added = pictures
    .flatMap(({ added }) => (added !== null && images.includes(added.file) ? [added] : []))
    .sort((a, b) => a.place - b.place)
  const files = new Set(added.map(({ file }) => file))
  const rest = images.filter((name) => !own.includes(name) && files.has(name))
  const isSorted = rest.every((name, i) => name === [...files][i])
  return isSorted && own.every((name, i) => name === images[i])
}

function replacements(current: readonly ArrangedPicture[]): Map<string, string> {
  return new Map(
    current.flatMap(({ added, file }) => (added !== null && file !== null ? [[added.file, file] as const] : [])),
  )
}

/** Keeps the order of what is there; new pictures follow. */
function keepOrder(
  images: readonly string[],
  {
    own,
    wanted,
    replaced,
  }: { own: readonly string[]; wanted: readonly string[]; replaced: ReadonlyMap<string, string> },
): string[] {
  const kept = images.map((name) => replaced.get(name) ?? name)
  const valid = kept.filter((name) => own.includes(name) || wanted.includes(name))
  return [...new Set([...valid, ...wanted])]
}
