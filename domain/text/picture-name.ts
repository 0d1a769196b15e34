/** What a picture's file name may say: the key (code or barcode) of its product, and its place among the pictures. */
export type PictureKey = { key: string; place: number }

const numbered = /^(.+?)(?:[-_ ]+(\d{1,3})|\s*\((\d{1,3})\))$/u

/**
 * The keys that the path of a picture in an archive may stand for, the most probable first: the name itself (`KOD.jpg`),
 * the name without its number (`KOD-1.jpg`, `KOD_2.png`, `KOD (3).webp`), and the folders (`KOD/on.jpg`), of which the
 * innermost comes first. Short numbers are places within a folder (`KOD/1.jpg`) before they are codes.
 */
export function pictureKeys(path: string): PictureKey[] {
  const parts = path
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '')
  const name = (parts.pop() ?? '').replace(/\.[^.]*$/, '').trim()
  const match = numbered.exec(name)
  const place = Number(match?.[2] ?? match?.[3] ?? 0)
  const isPlace = /^\d{1,3}$/.test(name)
  const own: PictureKey[] = [{ key: name, place: 0 }, ...(match ? [{ key: match[1] ?? '', place }] : [])]
  const folders = parts.reverse().map((part) => ({ key: part.trim(), place: isPlace ? Number(name) : place }))
  return isPlace ? [...folders, ...own] : [...own, ...folders]
}
