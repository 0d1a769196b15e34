import { conversions, type Expression, type Fields, type Mapping, type MappingProblem } from './mapping.ts'

/** What a mapping may name: the fields of the target, and those of the source where they are known. */
export type MappingTerms = {
  /** By section: "inbound.products", "outbound.order.head", "outbound.order.lines". */
  targets: Readonly<Record<string, readonly string[] | null>>
  /** First names of paths, by section; null where the source is not known. */
  sources: Readonly<Record<string, readonly string[] | null>>
}

const maxDepth = 20

const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/**
 * Checks a mapping before it is stored or run. Every problem names its place. A mapping without problems can only fail on
 * the values of a record.
 */
export function checkMapping(mapping: unknown, terms: MappingTerms): MappingProblem[] {
  const problems: MappingProblem[] = []
  const add = (place: string, code: MappingProblem['code'], about: string) => problems.push({ place, code, about })
  if (!isObject(mapping)) return [{ place: '', code: 'shape', about: '' }]
  for (const name of Object.keys(mapping)) {
    if (!['tables', 'values', 'inbound', 'outbound'].includes(name)) add(name, 'shape', name)
  }
  const check: Check = { mapping, problems, sources: null }
  checkTables(check)
  checkFields(check, mapping['values'], 'values', null)
  checkCycles(check)
  const sections: [section: string, fields: unknown][] = []
  for (const [resource, part] of entriesOf(check, mapping['inbound'], 'inbound')) {
    const section = `inbound.${resource}`
    if (!Object.hasOwn(terms.targets, section)) add(section, 'field_unknown', resource)
    else if (!isObject(part) || !isObject(part['fields'])) add(section, 'shape', resource)
    else {
      sections.push([section, part['fields']])
      const skip = part['skip']
      if (skip !== undefined)
        checkExpression({ ...check, sources: terms.sources[section] ?? null }, skip, `${section}.skip`)
    }
  }
  for (const [kind, part] of entriesOf(check, mapping['outbound'], 'outbound')) {
    const section = `outbound.${kind}`
    if (!isObject(part) || !isObject(part['head'])) add(section, 'shape', kind)
    else {
      sections.push([`${section}.head`, part['head']])
      if (part['lines'] !== undefined) sections.push([`${section}.lines`, part['lines']])
    }
  }
  for (const [section, fields] of sections) {
    const sources = terms.sources[section] ?? null
    checkFields({ ...check, sources }, fields, `${section}.fields`, terms.targets[section] ?? null)
  }
  return problems
}

type Check = { mapping: Mapping; problems: MappingProblem[]; sources: readonly string[] | null }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function entriesOf({ problems }: Check, value: unknown, place: string): [string, unknown][] {
  if (value === undefined) return []
  if (isObject(value)) return Object.entries(value)
  problems.push({ place, code: 'shape', about: place })
  return []
}

function checkTables(check: Check): void {
  for (const [name, table] of entriesOf(check, check.mapping.tables, 'tables')) {
    const isTable =
      isObject(table) && Object.values(table).every((value) => value === null || typeof value !== 'object')
    if (!isTable) check.problems.push({ place: `tables.${name}`, code: 'shape', about: name })
  }
}

function checkFields(check: Check, fields: unknown, place: string, targets: readonly string[] | null): void {
  for (const [name, expression] of entriesOf(check, fields, place)) {
    if (targets !== null && !targets.includes(name)) {
      check.problems.push({ place: `${place}.${name}`, code: 'field_unknown', about: name })
    }
    checkExpression(check, expression, `${place}.${name}`)
  }
}

const operations = ['path', 'value', 'use', 'first', 'join', 'add', 'subtract', 'multiply', 'divide'] as const
const steps = ['table', 'convert', 'places', 'maxLength', 'otherwise', 'with']

function checkExpression(check: Check, expression: unknown, place: string, depth = 0): void {
  const add = (code: MappingProblem['code'], about: string) => check.problems.push({ place, code, about })
  if (depth > maxDepth) return void add('shape', '…')
  if (typeof expression === 'string') return checkPath(check, expression, place)
  if (!isObject(expression)) return void add('shape', JSON.stringify(expression) ?? '')
  const names = operations.filter((name) => Object.hasOwn(expression, name))
  const [operation] = names
  const unknown = Object.keys(expression).find((name) => !steps.includes(name) && !names.includes(name as never))
  if (operation === undefined || names.length > 1 || unknown !== undefined) {
    return void add('shape', unknown ?? names.join(', '))
  }
  checkSteps(check, expression, place)
  const value = expression[operation]
  if (operation === 'path')
    return typeof value === 'string' ? checkPath(check, value, place) : void add('shape', 'path')
  if (operation === 'value') return isObject(value) || Array.isArray(value) ? void add('shape', 'value') : undefined
  if (operation === 'use') {
    if (typeof value !== 'string' || check.mapping.values?.[value] === undefined) add('value_unknown', shown(value))
    return
  }
  const isList = Array.isArray(value) && value.length > 0
  const isPair = Array.isArray(value) && value.length === 2
  if (!(operation === 'first' || operation === 'join' ? isList : isPair)) return void add('shape', operation)
  for (const [index, part] of (value as unknown[]).entries()) {
    checkExpression(check, part, `${place}.${operation}.${index}`, depth + 1)
  }
}

function checkSteps({ mapping, problems }: Check, expression: Record<string, unknown>, place: string): void {
  const { table, convert, places, maxLength } = expression
  if (table !== undefined && (typeof table !== 'string' || mapping.tables?.[table] === undefined)) {
    problems.push({ place, code: 'table_unknown', about: shown(table) })
  }
  if (convert !== undefined && !conversions.includes(convert as never)) {
    problems.push({ place, code: 'shape', about: `convert: ${shown(convert)}` })
  }
  if (places !== undefined && !(Number.isSafeInteger(places) && Number(places) >= 0 && Number(places) <= 8)) {
    problems.push({ place, code: 'shape', about: `places: ${shown(places)}` })
  }
  if (maxLength !== undefined && !(Number.isSafeInteger(maxLength) && Number(maxLength) > 0)) {
    problems.push({ place, code: 'shape', about: `maxLength: ${shown(maxLength)}` })
  }
}

function checkPath({ sources, problems }: Check, path: string, place: string): void {
  if (!/^[^.]+(?:\.[^.]+)*$/.test(path)) return void problems.push({ place, code: 'shape', about: path })
  const [first = ''] = path.split('.')
  const isKnown = sources?.some((name) => name.toLowerCase() === first.toLowerCase()) ?? true
  if (!isKnown) problems.push({ place, code: 'source_unknown', about: path })
}

/** Each loop of named values is reported once, at the first of them. */
function checkCycles({ mapping, problems }: Check): void {
  const values: Fields = isObject(mapping.values) ? mapping.values : {}
  const clear = new Set<string>()
  const reported = new Set<string>()
  const visit = (name: string, path: readonly string[]): boolean => {
    if (path.includes(name)) {
      const loop = path.slice(path.indexOf(name))
      if (!loop.some((each) => reported.has(each))) {
        problems.push({ place: `values.${name}`, code: 'value_cycle', about: [...loop, name].join(' > ') })
      }
      for (const each of loop) reported.add(each)
      return false
    }
    if (clear.has(name)) return true
    const isClear = usesOf(values[name]).every((used) => visit(used, [...path, name]))
    if (isClear) clear.add(name)
    return isClear
  }
  for (const name of Object.keys(values)) visit(name, [])
}

/** The named values in an expression, which may be of any shape. */
function usesOf(expression: Expression | undefined): string[] {
  const found: string[] = []
  const walk = (value: unknown, depth: number) => {
    if (depth > maxDepth || value === null || typeof value !== 'object') return
    if ('use' in value && typeof value.use === 'string') found.push(value.use)
    for (const part of Object.values(value)) walk(part, depth + 1)
  }
  walk(expression, 0)
  return found
}
