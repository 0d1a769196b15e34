import { relative, sep } from 'node:path'
import { importProblem } from './import-rules.ts'

type Source = { type: string; value?: unknown }
type ImportNode = { source: Source | null }
type Context = { cwd: string; filename: string; report(problem: { node: unknown; message: string }): void }

/** The project's own lint rule `project/imports`: every static, dynamic and re-exporting import follows import-rules.ts. */
const imports = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node: ImportNode) => {
      if (node.source?.type !== 'Literal' || typeof node.source.value !== 'string') return
      const message = importProblem(file, node.source.value)
      if (message !== null) context.report({ node, message: `${node.source.value}: ${message}` })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

type Specifier = { type: string; imported?: { name?: string } }
type Node = { type: string; name?: string; object?: Node; property?: Node }

/** Modules of web/ that bind numbers to the language of the page. */
const bindsFormats = new Set(['web/app/i18n.ts', 'web/ui/translation.ts'])
const formatsMessage =
  'Take numbers in the notation of the page from useTranslation(), and outside of components from pageTranslation().'

/** `project/formats`: in web/ no number is written without the language of the page. */
const formats = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    if (!file.startsWith('web/') || file.includes('.test.') || bindsFormats.has(file)) return {}
    const report = (node: unknown) => context.report({ node, message: formatsMessage })
    return {
      ImportSpecifier(node: Specifier) {
        if (node.imported?.name === 'formatsOf') report(node)
      },
      MemberExpression({ object, property }: Node) {
        const isIntl = object?.name === 'Intl' && property?.name === 'NumberFormat'
        if (isIntl || property?.name === 'toLocaleString') report(property)
      },
    }
  },
}

/** `project/module-mocks`: outside of web/, test files share a process, which loads a module once, whoever mocks it later. */
const moduleMocks = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    if (file.startsWith('web/')) return {}
    return {
      MemberExpression({ object, property }: Node) {
        if (object?.name !== 'vi' || property?.name !== 'mock') return
        context.report({ node: property, message: 'Pass what the test replaces as a parameter.' })
      },
    }
  },
}

export default {
  meta: { name: 'project' },
  rules: { imports, formats, 'module-mocks': moduleMocks },
}
