import { parseSync, type Plugin, Visitor } from 'vite'

/** Texts of the command line. */
const unsaid = ['import']
/** The server says its refusals itself; these are said where no answer came. */
const saidErrors = ['network', 'internal']

type Words = Record<string, unknown> & { errors?: Record<string, unknown> }

/** The texts without those that no page says. */
export function saidWords({ errors = {}, ...words }: Words): Words {
  return {
    ...Object.fromEntries(Object.entries(words).filter(([key]) => !unsaid.includes(key))),
    errors: Object.fromEntries(Object.entries(errors).filter(([key]) => saidErrors.includes(key))),
  }
}

type Node = { type: string; start: number; end: number; name?: string; object?: unknown; callee?: unknown }

/** Whether a call begins at `z`, as in `z.object({…})` and `z.string().check(…)`. */
function isShape(call: Node): boolean {
  let node: Node | undefined = call
  while (node !== undefined && node.type !== 'Identifier') node = (node.callee ?? node.object) as Node | undefined
  return node?.name === 'z'
}

/** The code with every outermost shape replaced by `undefined`. */
export function withoutShapes(file: string, code: string): string {
  const { program } = parseSync(file, code)
  const shapes: Node[] = []
  new Visitor({
    CallExpression(node) {
      const isInside = node.start < (shapes.at(-1)?.end ?? 0)
      if (!isInside && isShape(node)) shapes.push(node)
    },
  }).visit(program)
  return shapes.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}undefined${rest.slice(end)}`, code)
}

/**
 * Leaves out of the browser's bundle what never runs there (docs/decisions, 008): the contract's shapes with zod, since the
 * server alone checks them, and the texts that no page says. Reading a shape in the browser fails at once.
 */
export function browserBundle(): Plugin {
  return {
    name: 'toptan:browser-bundle',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: [/\/contract\/[\w-]+\.ts$/, /\/locales\/\w+\.json$/] },
      handler(code, id) {
        if (id.endsWith('.ts')) return { code: withoutShapes(id, code), map: null }
        return { code: JSON.stringify(saidWords(JSON.parse(code) as Words)), map: null }
      },
    },
  }
}
