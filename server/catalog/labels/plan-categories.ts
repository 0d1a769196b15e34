import { fold } from '#domain/text/text.ts'

/** Only what is named changes. `parentCode: null` moves a category to the top. */
export type CategoryRowInput = {
  line: number
  code: string
  name?: string | undefined
  parentCode?: string | null | undefined
  position?: number | undefined
  isDeleted?: boolean | undefined
}
export type StoredCategory = {
  id: number
  code: string | null
  name: string
  parentId: number | null
  position: number
  /** Products, or rules of payment, refer to it. */
  isUsed: boolean
}
export type LabelProblem = { code: string; field: string | null; value: string }

/** A category as it will be. `id` is null for a new one. */
export type PlannedCategory = {
  line: number
  id: number | null
  code: string
  name: string
  parent: PlannedCategory | null
  position: number
  before: StoredCategory | null
  isDeleted: boolean
}

type Node = Omit<PlannedCategory, 'parent'> & {
  parent: Node | null
  row: CategoryRowInput | null
  problem: LabelProblem | null
}

export type CategoryPlan = {
  /** The categories that rows add, change or delete, by line. */
  nodes: ReadonlyMap<number, PlannedCategory>
  problems: ReadonlyMap<number, LabelProblem>
}

/**
 * What rows make of the tree. A row may name the parent that a later row adds. A new code takes over the category of the
 * same name and place that has no code yet. Rows that would make a cycle, two categories of one name in one place, or a
 * hole in the tree are refused, and with them the rows that depend on them.
 */
export function planCategories(stored: readonly StoredCategory[], rows: readonly CategoryRowInput[]): CategoryPlan {
  const problems = new Map<number, LabelProblem>()
  // Each round refuses at least one row.
  for (;;) {
    const accepted = rows.filter(({ line }) => !problems.has(line))
    const nodes = applyRows(stored, accepted)
    const refused = findProblems(nodes)
    if (refused.length === 0) {
      const planned = nodes.flatMap((node) => (node.row === null ? [] : [[node.row.line, node] as const]))
      return { nodes: new Map(planned), problems }
    }
    for (const [line, problem] of refused) problems.set(line, problem)
  }
}

function applyRows(stored: readonly StoredCategory[], rows: readonly CategoryRowInput[]): Node[] {
  const nodes = stored.map((before): Node => {
    const { id, name, position } = before
    const rest = { row: null, problem: null, parent: null, isDeleted: false, line: -1 }
    return { id, code: before.code ?? '', name, position, before, ...rest }
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const node of nodes) node.parent = byId.get(node.before?.parentId ?? null) ?? null
  const byCode = new Map(nodes.flatMap((node) => (node.code === '' ? [] : [[node.code, node] as const])))
  for (const row of rows) {
    if (byCode.has(row.code) || row.isDeleted === true) continue
    const { line, code, name = '', position = 0 } = row
    const rest = { problem: null, parent: null, isDeleted: false, before: null }
    const node: Node = { id: null, line, code, name, position, row, ...rest }
    nodes.push(node)
    byCode.set(code, node)
  }
  for (const row of rows) {
    const node = byCode.get(row.code)
    if (node !== undefined) applyRow(node, row, byCode)
  }
  return adoptNamesakes(nodes)
}

function applyRow(node: Node, row: CategoryRowInput, byCode: ReadonlyMap<string, Node>): void {
  node.row = row
  node.line = row.line
  node.isDeleted = row.isDeleted === true
  if (node.isDeleted) return
  if (row.name === undefined && node.before === null) node.problem = { code: 'value_missing', field: 'name', value: '' }
  node.name = row.name ?? node.name
  node.position = row.position ?? node.position
  if (row.parentCode === null) node.parent = null
  else if (row.parentCode !== undefined) {
    const parent = byCode.get(row.parentCode)
    if (parent === undefined) node.problem = { code: 'parent_unknown', field: 'parentCode', value: row.parentCode }
    else node.parent = parent
  }
}

const placeOf = ({ parent, name }: Node, keys: ReadonlyMap<Node, number>) =>
  `${parent === null ? '' : (keys.get(parent) ?? '')} ${fold(name)}`

/** New categories take the place of those without a code that have their name and parent, from the top down. */
function adoptNamesakes(all: Node[]): Node[] {
  for (let nodes = all; ; ) {
    const keys = new Map(nodes.map((node, key) => [node, key]))
    const free = new Map<string, Node>()
    for (const node of nodes) if (node.id !== null && node.code === '') free.set(placeOf(node, keys), node)
    const adopted = new Map<Node, Node>()
    for (const node of nodes) {
      if (node.id !== null || node.problem !== null) continue
      const namesake = free.get(placeOf(node, keys))
      if (namesake === undefined || adopted.has(namesake)) continue
      adopted.set(namesake, node)
      node.id = namesake.id
      node.before = namesake.before
      node.position = node.row?.position ?? namesake.position
    }
    if (adopted.size === 0) return nodes
    nodes = nodes.filter((node) => !adopted.has(node))
    for (const node of nodes) if (node.parent !== null) node.parent = adopted.get(node.parent) ?? node.parent
  }
}

/** The problems of one kind: rows that are refused for it may be the reason of the next kind. */
function findProblems(nodes: readonly Node[]): [line: number, problem: LabelProblem][] {
  for (const find of [findUnplaced, findCycles, findNamesakes, findHoles]) {
    const problems = [...find(nodes)]
    if (problems.length > 0) return problems
  }
  return []
}

function* findNamesakes(nodes: readonly Node[]): Generator<[line: number, problem: LabelProblem]> {
  const keys = new Map(nodes.map((node, key) => [node, key]))
  const places = new Map<string, Node>()
  for (const node of nodes.toSorted((a, b) => Number(a.row !== null) - Number(b.row !== null))) {
    if (node.isDeleted) continue
    const place = placeOf(node, keys)
    const other = places.get(place)
    if (other === undefined) places.set(place, node)
    // Stored categories may have names that differ only in case.
    else if (node.row !== null && hasMoved(node)) {
      yield [node.row.line, { code: 'name_taken', field: 'name', value: node.name }]
    }
  }
}

/** Rows with a problem of their own, and new categories below new ones that have one. */
function* findUnplaced(nodes: readonly Node[]): Generator<[number, LabelProblem]> {
  const children = Map.groupBy(
    nodes.filter(({ id }) => id === null),
    ({ parent }) => parent,
  )
  const reached = new Set(nodes.filter(({ problem }) => problem !== null))
  for (const node of reached) {
    if (node.row === null) continue
    yield [
      node.row.line,
      node.problem ?? { code: 'parent_unknown', field: 'parentCode', value: node.row.parentCode ?? '' },
    ]
    if (node.id === null) for (const child of children.get(node) ?? []) reached.add(child)
  }
}

const hasMoved = ({ before, name, parent }: Node) =>
  before === null || before.name !== name || before.parentId !== (parent === null ? null : (parent.id ?? 0))

function* findCycles(nodes: readonly Node[]): Generator<[number, LabelProblem]> {
  const done = new Set<Node>()
  for (const start of nodes) {
    const path = new Set<Node>()
    let node: Node | null = start
    while (node !== null && !done.has(node) && !path.has(node)) {
      path.add(node)
      node = node.parent
    }
    const isCycle = node !== null && path.has(node)
    for (const each of isCycle ? [...path].slice([...path].indexOf(node as Node)) : []) {
      if (each.row !== null && hasMoved(each)) {
        yield [each.row.line, { code: 'category_cycle', field: 'parentCode', value: each.row.parentCode ?? '' }]
      }
    }
    for (const each of path) done.add(each)
  }
}

/** Deleted categories must not have products or categories. */
function* findHoles(nodes: readonly Node[]): Generator<[number, LabelProblem]> {
  const parents = new Set(nodes.flatMap(({ isDeleted, parent }) => (isDeleted || parent === null ? [] : [parent])))
  for (const node of nodes) {
    if (!node.isDeleted || node.row === null) continue
    if (node.before?.isUsed === true) yield [node.row.line, { code: 'category_in_use', field: null, value: node.name }]
    else if (parents.has(node)) yield [node.row.line, { code: 'category_has_children', field: null, value: node.name }]
  }
}
