import type { ArrowFunction, CallExpression, Expression, Node, VariableDeclaration } from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrayBindingPattern,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNonNullExpression,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import type { Sources } from './sources.ts'

/** A text that an expression can have, and the branches that lead to it. */
type Variant = { text: string; branches: Branches }
/** An expression with the arguments of the calls around it, and the branches that lead to it. */
type Bound = { node: Node; scope: Scope; branches?: Branches }
type Branches = ReadonlyMap<string, string>
type Scope = ReadonlyMap<Node, Bound>

const MAX_VARIANTS = 64
const MAX_DEPTH = 40

/** A text for an expression that only a running program can evaluate; undefined where there is none. */
export type SampleOf = (path: string, expression: string) => string | undefined

/** The expression depends on something that only a running program has. */
export class NotStatic extends Error {
  override name = 'NotStatic'
}

/**
 * Works out the texts that a string expression can have without running the program: constants, templates, branches and
 * functions that only put text together. Numbers become 1. Throws `NotStatic` for everything else.
 */
export function createStaticText(sources: Sources, sampleOf: SampleOf): (expression: Expression) => string[] {
  const texts = new StaticText(sources, sampleOf)
  return (expression) => [...new Set(texts.evaluate({ node: expression, scope: new Map() }).map(({ text }) => text))]
}

class StaticText {
  private readonly sources: Sources
  private readonly sampleOf: SampleOf
  private depth = 0

  constructor(sources: Sources, sampleOf: SampleOf) {
    this.sources = sources
    this.sampleOf = sampleOf
  }

  evaluate({ node, scope, branches }: Bound): Variant[] {
    if (this.depth > MAX_DEPTH) throw notStatic(node)
    this.depth += 1
    try {
      const variants = this.literalVariants(node) ?? this.evaluateExpression({ node, scope })
      return branches ? joined([{ text: '', branches }], variants) : variants
    } finally {
      this.depth -= 1
    }
  }

  private evaluateExpression({ node, scope }: Bound): Variant[] {
    const sample = this.sampleOf(this.sources.pathOf(node), node.getText())
    if (sample !== undefined) return plain(sample)
    const at = (inner: Node) => this.evaluate({ node: inner, scope })
    if (isTemplateExpression(node)) {
      return node.templateSpans.reduce(
        (head, span) => joined(joined(head, at(span.expression)), plain(span.literal.text)),
        plain(node.head.text),
      )
    }
    if (isConditionalExpression(node)) {
      const condition = node.condition.getText()
      return [...branch(at(node.whenTrue), condition, 'true'), ...branch(at(node.whenFalse), condition, 'false')]
    }
    if (isBinaryExpression(node)) {
      const operator = node.operatorToken.getText()
      if (operator === '+') return joined(at(node.left), at(node.right))
      if (operator === '??' || operator === '||') return [...at(node.left), ...at(node.right)]
    }
    if (isCallExpression(node)) return this.evaluateCall(node, scope)
    const value = this.follow({ node, scope })
    if (value.length === 1 && value[0]!.node === node) throw notStatic(node)
    return value.flatMap((bound) => this.evaluate(bound))
  }

  private evaluateCall(node: CallExpression, scope: Scope): Variant[] {
    const { expression: callee } = node
    if (isPropertyAccessExpression(callee) && callee.name.text === 'join') {
      const separator = node.arguments[0] ? this.evaluate({ node: node.arguments[0], scope }) : plain(',')
      const items = this.elements({ node: callee.expression, scope }).map((bound) => this.evaluate(bound))
      return items.reduce((text, item, index) => joined(index === 0 ? text : joined(text, separator), item), plain(''))
    }
    const [called] = this.follow({ node: callee, scope })
    const bodies = called && bodiesOf(called.node)
    if (!called || bodies === undefined) throw notStatic(node)
    const inner = bind(
      called,
      node.arguments.map((argument) => ({ node: argument, scope })),
    )
    return bodies.flatMap((body) => this.evaluate({ node: body, scope: inner }))
  }

  /** What a name, a property or a parenthesis leads to; a parameter leads to the arguments of all its callers. */
  private follow({ node, scope }: Bound): Bound[] {
    if (
      isParenthesizedExpression(node) ||
      isAsExpression(node) ||
      isSatisfiesExpression(node) ||
      isNonNullExpression(node)
    )
      return this.follow({ node: node.expression, scope })
    if (isIdentifier(node)) {
      const declaration = this.sources.declarationOf(node)
      return declaration === undefined ? [{ node, scope }] : this.followDeclaration(declaration, scope)
    }
    if (isPropertyAccessExpression(node)) {
      const owners = this.follow({ node: node.expression, scope })
      const found = owners.flatMap((owner) =>
        (this.property(owner, node.name.text) ?? []).map((value) => after(owner, value)),
      )
      return found.length > 0 ? found : [{ node, scope }]
    }
    if (isElementAccessExpression(node)) {
      return this.follow({ node: node.expression, scope }).flatMap((owner) => {
        if (isArrayLiteralExpression(owner.node)) return this.elements(owner)
        if (!isObjectLiteralExpression(owner.node)) throw notStatic(node)
        const key = node.argumentExpression.getText()
        return owner.node.properties.filter(isPropertyAssignment).flatMap((item) => {
          const chosen = { ...owner, branches: new Map([[key, item.name.getText()]]) }
          return this.follow({ node: item.initializer, scope: owner.scope }).map((value) => after(chosen, value))
        })
      })
    }
    return [{ node, scope }]
  }

  private followDeclaration(declaration: Node, scope: Scope): Bound[] {
    const bound = scope.get(declaration)
    if (bound) return this.follow(bound)
    if (isFunctionDeclaration(declaration)) return [{ node: declaration, scope }]
    if (isVariableDeclaration(declaration) && declaration.initializer) {
      return this.follow({ node: declaration.initializer, scope })
    }
    if (isBindingElement(declaration) && isArrayBindingPattern(declaration.parent)) {
      const position = declaration.parent.elements.indexOf(declaration)
      const { initializer } = declaration.parent.parent as VariableDeclaration
      return this.tuples({ node: initializer ?? declaration, scope }).flatMap((tuple) =>
        this.elements(tuple)
          .slice(position, position + 1)
          .flatMap((bound) => this.follow(bound)),
      )
    }
    if (isBindingElement(declaration)) {
      const key = (declaration.propertyName ?? declaration.name)!.getText()
      const owners = this.followDeclaration(declaration.parent.parent, scope)
      const found = owners.flatMap((owner) => (this.property(owner, key) ?? []).map((value) => after(owner, value)))
      if (found.length > 0 && found.length === owners.length) return found
      throw notStatic(declaration)
    }
    if (isParameterDeclaration(declaration)) {
      const called = declaration.parent as ArrowFunction
      const position = called.parameters.indexOf(declaration)
      const callers = this.sources.callsOf(called)
      const values = callers.map((call) => call.arguments[position] ?? declaration.initializer)
      if (values.length > 0 && values.every((value) => value !== undefined)) {
        return values.flatMap((value, index) => {
          const caller = { node: declaration, scope, branches: new Map([[`caller of ${called.pos}`, String(index)]]) }
          return this.follow({ node: value, scope: new Map() }).map((bound) => after(caller, bound))
        })
      }
    }
    throw notStatic(declaration)
  }

  private property({ node, scope }: Bound, key: string): Bound[] | undefined {
    if (!isObjectLiteralExpression(node)) return undefined
    for (const item of node.properties) {
      if (isPropertyAssignment(item) && item.name.getText() === key)
        return this.follow({ node: item.initializer, scope })
      if (isShorthandPropertyAssignment(item) && item.name.getText() === key) {
        const symbol = this.sources.checker.getShorthandAssignmentValueSymbol(item)
        const declaration = symbol?.valueDeclaration?.resolve()
        if (declaration) return this.followDeclaration(declaration, scope)
      }
    }
    return undefined
  }

  private elements(bound: Bound): Bound[] {
    const lists = this.follow(bound)
    const [{ node, scope } = bound] = lists
    if (lists.length !== 1) throw notStatic(bound.node)
    if (isArrayLiteralExpression(node)) return node.elements.map((element) => ({ node: element, scope }))
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map') {
      const [mapper] = this.follow({ node: node.arguments[0]!, scope })
      const bodies = mapper && bodiesOf(mapper.node)
      if (bodies?.length !== 1) throw notStatic(node)
      return this.elements({ node: node.expression.expression, scope }).map((element) => ({
        node: bodies[0]!,
        scope: bind(mapper!, [element]),
      }))
    }
    throw notStatic(node)
  }

  private tuples({ node, scope }: Bound): Bound[] {
    if (!isConditionalExpression(node)) return [{ node, scope }]
    return [...this.tuples({ node: node.whenTrue, scope }), ...this.tuples({ node: node.whenFalse, scope })]
  }

  /** Numbers, and types that consist of known strings. */
  private literalVariants(node: Node): Variant[] | undefined {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return plain(node.text)
    if (isNumericLiteral(node)) return plain(node.text)
    const type = this.sources.checker.getTypeAtLocation(node)
    const members = type?.isUnionType() ? (type.getTypes() ?? []) : type ? [type] : []
    if (members.length === 0) return undefined
    if (members.every((member) => member.isNumberLiteralType() || isNumber(member))) return plain('1')
    const texts = members.filter((member) => member.isStringLiteralType())
    if (texts.length < members.length) return undefined
    const key = node.getText()
    return texts.flatMap((member) => branch(plain(member.value), key, String(member.id)))
  }
}

/** A value that was found through another one shares its branches. */
const after = ({ branches: first = new Map() }: Bound, value: Bound): Bound => ({
  ...value,
  branches: new Map([...first, ...(value.branches ?? [])]),
})

const isNumber = (type: object) => 'intrinsicName' in type && type.intrinsicName === 'number'

const plain = (text: string): Variant[] => [{ text, branches: new Map() }]

function branch(variants: Variant[], condition: string, outcome: string): Variant[] {
  return variants.flatMap((variant) => {
    const taken = variant.branches.get(condition) ?? outcome
    return taken === outcome ? [{ ...variant, branches: new Map(variant.branches).set(condition, outcome) }] : []
  })
}

/** All combinations of two texts in which one condition does not have two outcomes. */
function joined(heads: Variant[], tails: Variant[]): Variant[] {
  const variants = heads.flatMap((head) =>
    tails
      .filter((tail) => [...tail.branches].every(([key, outcome]) => (head.branches.get(key) ?? outcome) === outcome))
      .map((tail) => ({ text: head.text + tail.text, branches: new Map([...head.branches, ...tail.branches]) })),
  )
  if (variants.length > MAX_VARIANTS) throw new NotStatic(`more than ${MAX_VARIANTS} variants`)
  return variants
}

/** The expressions that a function can return; undefined for something that is no function of the project. */
function bodiesOf(node: Node): Node[] | undefined {
  if (!isArrowFunction(node) && !isFunctionDeclaration(node) && !isFunctionExpression(node)) return undefined
  if (node.body === undefined) return undefined
  if (!isBlock(node.body)) return [node.body]
  const returned: Node[] = []
  const visit = (inner: Node) => {
    if (isReturnStatement(inner) && inner.expression) returned.push(inner.expression)
    else if (bodiesOf(inner) === undefined) inner.forEachChild(visit)
  }
  node.body.forEachChild(visit)
  return returned.length > 0 ? returned : undefined
}

function bind(called: Bound, given: readonly Bound[]): Scope {
  const scope = new Map(called.scope)
  const { node } = called
  if (!isArrowFunction(node) && !isFunctionDeclaration(node) && !isFunctionExpression(node)) return scope
  node.parameters.forEach((parameter, index) => {
    const value = given[index] ?? (parameter.initializer && { node: parameter.initializer, scope: called.scope })
    if (value) scope.set(parameter, value)
  })
  return scope
}

const notStatic = (node: Node) => new NotStatic(node.getText().slice(0, 80))
