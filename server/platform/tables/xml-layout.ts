import { TableError } from './table-error.ts'
import type { IsPart } from './table.ts'
import type { XmlEvents } from './walk-xml.ts'

const PATHS_LIMIT = 2_000
const COLUMN_LIMIT = 500

/** All elements with the same path of names, or (with `attribute`) all attributes of one name on them. */
type FeedPath = {
  path: readonly string[]
  attribute: string | null
  hasText: boolean
  /** Names of the elements within it. */
  children: Set<string>
  repeats: boolean
}

type Columns = { record: string; columns: string[]; indexes: ReadonlyMap<string, number> }
/**
 * Which elements are records, and the index of each column by the key of its path. `part`: the same for nested records.
 */
export type XmlLayout = Columns & { part?: Columns }

export const keyOf = (path: readonly string[], attribute?: string): string =>
  attribute === undefined ? path.join('/') : `${path.join('/')}@${attribute}`

/** Reads the whole file once to find its structure. */
export async function surveyXml(file: string, { walk: events }: XmlEvents, isPart: IsPart): Promise<XmlLayout> {
  const places = new Map<string, FeedPath>()
  const open: { place: FeedPath; seen: Set<string> }[] = []
  const take = (path: readonly string[], attribute: string | null = null): FeedPath => {
    const key = keyOf(path, attribute ?? undefined)
    const existing = places.get(key)
    if (existing) return existing
    if (places.size >= PATHS_LIMIT) throw new TableError('sheet_columns', { file, limit: COLUMN_LIMIT })
    const place: FeedPath = { path, attribute, hasText: false, children: new Set(), repeats: false }
    places.set(key, place)
    return place
  }
  const walk = events({
    open(name, attributes) {
      const parent = open.at(-1)
      const place = take([...(parent?.place.path ?? []), name])
      if (parent) {
        if (parent.seen.has(name)) place.repeats = true
        parent.seen.add(name)
        parent.place.children.add(name)
      }
      for (const attribute of Object.keys(attributes)) if (isValue(attribute)) take(place.path, attribute)
      open.push({ place, seen: new Set() })
    },
    text(text) {
      const place = open.at(-1)?.place
      if (place && !place.hasText && text.trim() !== '') place.hasText = true
    },
    close: () => void open.pop(),
  })
  for await (const _ of walk);
  return layoutOf(file, [...places.values()], isPart)
}

/** Namespace and schema attributes are not data. */
const isValue = (attribute: string): boolean => !/^(?:xmlns|xml|xsi)(?::|$)/.test(attribute)

/**
 * The record is the outermost element that repeats below the root, unless an element above it has more values of its
 * own: then that one is the record and contains a list. Without any repetition, the record is the element with the most
 * values: a feed with one record.
 */
function layoutOf(file: string, places: readonly FeedPath[], isPart: IsPart): XmlLayout {
  const valueCountOf = new Map(places.map((place) => [place, valueCount(place, places)]))
  const valueCounts = (place: FeedPath) => valueCountOf.get(place) ?? 0
  const all = places.filter((place) => place.attribute === null && place.path.length > 1 && valueCounts(place) > 0)
  const parts = all.filter((place) => isPart(nameOf(place), valuesOf(place, places)))
  const others = all.filter((place) => !parts.includes(place))
  // If nothing else is found, an element that looks like a part is the record.
  const candidates = others.length > 0 ? others : all
  const most = (some: readonly FeedPath[]) =>
    some.reduce<FeedPath | undefined>(
      (best, place) => (best && valueCounts(best) >= valueCounts(place) ? best : place),
      undefined,
    )
  const repeating = candidates.filter(({ repeats }) => repeats)
  const depth = Math.min(...repeating.map(({ path }) => path.length))
  const outermost = most(repeating.filter(({ path }) => path.length === depth))
  const above = candidates.filter(
    (place) => outermost && isAbove(place, outermost) && valueCounts(place) > valueCounts(outermost),
  )
  const record = most(above) ?? outermost ?? most(candidates)
  if (!record) throw new TableError('xml_no_records', { file })
  const inside = parts.filter((place) => isAbove(record, place))
  const level = Math.min(...inside.map(({ path }) => path.length))
  const part = most(inside.filter(({ path }) => path.length === level))
  if (part === undefined) return columnsOf(file, record, places)
  const isOutside = (place: FeedPath) => part.path.some((name, i) => place.path[i] !== name)
  return { ...columnsOf(file, record, places.filter(isOutside)), part: columnsOf(file, part, places) }
}

const nameOf = ({ path }: FeedPath): string => withoutPrefix(path.at(-1) ?? '')

/** Names of the values directly in an element. */
function valuesOf(place: FeedPath, places: readonly FeedPath[]): string[] {
  return places.filter((each) => isOwn(each, place)).map((each) => each.attribute ?? nameOf(each))
}

function isOwn(value: FeedPath, { path }: FeedPath): boolean {
  const isLevel =
    value.attribute === null
      ? value.path.length === path.length + 1 && value.children.size === 0
      : value.path.length === path.length
  return isLevel && path.every((name, i) => value.path[i] === name)
}

/** How many values an element has directly: attributes, and elements that contain only text. */
const valueCount = (place: FeedPath, places: readonly FeedPath[]): number =>
  places.filter((value) => isOwn(value, place)).length

const isAbove = (place: FeedPath, other: FeedPath): boolean =>
  place.path.length < other.path.length && place.path.every((name, i) => other.path[i] === name)

function columnsOf(file: string, record: FeedPath, places: readonly FeedPath[]): Columns {
  const inside = places.filter((place) => {
    const isRecord = place.path.length === record.path.length
    const isBelow = record.path.every((name, i) => place.path[i] === name)
    return isBelow && (place.attribute !== null || (!isRecord && (place.hasText || place.children.size === 0)))
  })
  if (inside.length > COLUMN_LIMIT) throw new TableError('sheet_columns', { file, limit: COLUMN_LIMIT })
  const columns: string[] = []
  const indexes = new Map<string, number>()
  for (const place of inside) {
    const names = place.path.slice(record.path.length)
    const short = titleOf(names.map(withoutPrefix), place.attribute && withoutPrefix(place.attribute))
    const title = columns.includes(short) ? titleOf(names, place.attribute) : short
    indexes.set(keyOf(place.path, place.attribute ?? undefined), columns.length)
    columns.push(title)
  }
  return { record: keyOf(record.path), columns, indexes }
}

const titleOf = (names: readonly string[], attribute: string | null): string =>
  [names.join('/'), attribute].filter(Boolean).join(' ')

/** Removes namespace prefixes, except for `g:` of merchant feeds, where it distinguishes names. */
const withoutPrefix = (name: string): string => (name.startsWith('g:') ? name : name.replace(/^[^:]*:/, ''))
