import { fileURLToPath } from 'node:url'
import type { CallExpression, Node } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isImportSpecifier, isVariableDeclaration } from 'typescript/unstable/ast/is'
import { API, type Checker, type Project } from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The sources of the shop, read by the TypeScript compiler. Tests and their helpers are left out. */
export type Sources = {
  checker: Checker
  /** Every call, with the file's path from the project's root and its line. */
  calls: { path: string; line: number; call: CallExpression }[]
  /** The calls of a function by its name. */
  callsOf(declaration: Node): CallExpression[]
  /** The declaration that a name refers to, across imports. */
  declarationOf(name: Node): Node | undefined
  /** The path of the file of a node, from the project's root. */
  pathOf(node: Node): string
  /** Ends the compiler, which is a child process. */
  close(): void
}

export function openSources(folders: readonly string[]): Sources {
  const api = new API({ cwd: ROOT })
  const project = api.updateSnapshot({ openProject: `${ROOT}tsconfig.json` }).getProjects()[0]
  if (project === undefined) throw new Error('The compiler could not open tsconfig.json.')
  const paths = project.program.getSourceFileNames().filter((path) => isSource(path, folders))
  const calls = paths.flatMap((path) => callsIn(project, path))
  const named = Map.groupBy(calls, ({ call }) => (isIdentifier(call.expression) ? call.expression.text : ''))
  return {
    checker: project.checker,
    calls,
    callsOf(declaration) {
      const name = nameOf(declaration)
      const candidates = name === undefined ? [] : (named.get(name) ?? [])
      return candidates
        .map(({ call }) => call)
        .filter((call) => {
          const called = declarationOf(project, call.expression)
          return called === declaration || called === declaration.parent
        })
    },
    declarationOf: (name) => declarationOf(project, name),
    pathOf: (node) => node.getSourceFile().fileName.slice(ROOT.length),
    close: () => api.close(),
  }
}

function isSource(path: string, folders: readonly string[]): boolean {
  const isListed = folders.some((folder) => path.startsWith(`${ROOT}${folder}/`))
  return isListed && !/\.test\.tsx?$|\/test-[^/]*$/.test(path)
}

function callsIn({ program }: Project, path: string): Sources['calls'] {
  const file = program.getSourceFile(path)
  const found: Sources['calls'] = []
  const visit = (node: Node) => {
    if (isCallExpression(node)) {
      const { line } = file!.getLineAndCharacterOfPosition(node.getStart())
      found.push({ path: path.slice(ROOT.length), line: line + 1, call: node })
    }
    node.forEachChild(visit)
  }
  file?.forEachChild(visit)
  return found
}

function declarationOf({ checker }: Project, name: Node): Node | undefined {
  let symbol = checker.getSymbolAtLocation(name)
  const first = symbol?.declarations[0]?.resolve()
  if (symbol && first && isImportSpecifier(first)) symbol = checker.getAliasedSymbol(symbol)
  return (symbol?.valueDeclaration ?? symbol?.declarations[0])?.resolve()
}

/** The name of a function, or of the constant that holds it. */
function nameOf(node: Node): string | undefined {
  const named = 'name' in node && node.name ? node : node.parent
  if (named !== node && !isVariableDeclaration(named)) return undefined
  return 'name' in named ? (named.name as Node).getText() : undefined
}
