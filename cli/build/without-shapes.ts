import { parseSync, Visitor } from 'vite'

type Node = { type: string; start: number; end: number; name?: string; object?: unknown; callee?: unknown }

/** Whether a call begins at `z`, as in `z.object({…})` and `z.string().check(…)`. */
function isShape(call: Node): boolean {
  let node: Node | undefined = call
  while (node !== undefined && node.type !== 'Identifier') node = (node.callee ?? node.object) as Node | undefined
  return node?.name === 'z'
}

/** What pages read of an endpoint (web/app/data/call.ts). The rest is for the server and for the documentation. */
const usedFields = new Set(['method', 'path', 'encoding'])

type Cut = { start: number; end: number; text: string }

const isInside = ({ start }: Node, cuts: readonly Cut[]) => cuts.some((cut) => cut.start <= start && start < cut.end)

/**
 * The code with every outermost shape replaced by `undefined`, and without the fields of endpoints that no page reads. Imports
 * that only these used are removed, so that the browser does not load their modules.
 */
export function withoutShapes(file: string, code: string): string {
  const { program } = parseSync(file, code)
  const cuts: Cut[] = []
  const imports: (Node & { specifiers: { local: { name: string } }[] })[] = []
  const names: Node[] = []
  new Visitor({
    CallExpression(node) {
      if (!isInside(node, cuts) && isShape(node)) cuts.push({ start: node.start, end: node.end, text: 'undefined' })
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'endpoint') return
      const [definition] = node.arguments
      if (definition?.type !== 'ObjectExpression') return
      for (const field of definition.properties) {
        if (field.type !== 'Property' || field.key.type !== 'Identifier' || usedFields.has(field.key.name)) continue
        const comma = /^,\s*/.exec(code.slice(field.end))?.[0] ?? ''
        cuts.push({ start: field.start, end: field.end + comma.length, text: '' })
      }
    },
    ImportDeclaration(node) {
      imports.push(node)
    },
    Identifier(node) {
      names.push(node)
    },
  }).visit(program)
  const isImport = (node: Node) => imports.some(({ start, end }) => start <= node.start && node.start < end)
  const used = new Set(names.filter((node) => !isInside(node, cuts) && !isImport(node)).map(({ name }) => name))
  const unused = imports
    .filter(({ specifiers }) => specifiers.length > 0 && !specifiers.some(({ local }) => used.has(local.name)))
    .map(({ start, end }) => ({ start, end, text: '' }))
  return [...cuts, ...unused]
    .toSorted((a, b) => a.start - b.start)
    .reduceRight((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
}
