/** A value in PostgreSQL's text form of an analysed statement (`pg_node_tree`). */
export type TreeValue = string | null | TreeValue[] | TreeNode
export type TreeNode = { tag: string; [field: string]: TreeValue }

/** Reads `{TAG :field value …}`, lists in parentheses, `<>` for nothing, and words. */
export function parseNodeTree(text: string): TreeValue {
  const tokens = text.match(/"(?:\\.|[^"\\])*"|[(){}]|\[[^\]]*\]|(?:\\.|[^\s(){}[\]])+/g) ?? []
  let position = 0

  function value(): TreeValue {
    const token = tokens[position++] ?? ''
    if (token === '{') return node()
    if (token === '(') return list()
    if (token === '<>') return null
    return token.startsWith('"') ? token.slice(1, -1) : token.replace(/\\(.)/g, '$1')
  }

  function list(): TreeValue[] {
    const items: TreeValue[] = []
    while (tokens[position] !== ')') items.push(value())
    position += 1
    return items
  }

  function node(): TreeNode {
    const result: TreeNode = { tag: tokens[position++] ?? '' }
    while (tokens[position] !== '}') {
      const field = (tokens[position++] ?? '').slice(1)
      // A constant is two words: its length and its bytes.
      const values: TreeValue[] = []
      while (tokens[position] !== '}' && !tokens[position]?.startsWith(':')) values.push(value())
      result[field] = values.length === 1 ? (values[0] ?? null) : values
    }
    position += 1
    return result
  }

  return value()
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The nodes of a list, or the one node itself. */
export function nodesIn(value: TreeValue | undefined): TreeNode[] {
  if (Array.isArray(value)) return value.filter(isNode)
  return isNode(value) ? [value] : []
}

export const textOf = (value: TreeValue | undefined): string => (typeof value === 'string' ? value : '')
