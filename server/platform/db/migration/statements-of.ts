/** What a statement cannot contain as code: comments, strings and function bodies. */
const hidden = /--[^\n]*|'(?:[^']|'')*'|(\$[a-z_]*\$)[\s\S]*?\1/g

/**
 * The statements of a migration in one line each, without comments. Strings and function bodies are replaced by '' in
 * `isOutline`.
 */
export function statementsOf(sql: string, { isOutline = false } = {}): string[] {
  // A character of private use stands around the numbers of the texts.
  const texts: string[] = []
  const marked = sql.replace(hidden, (text) => {
    if (text.startsWith('--')) return ' '
    texts.push(text)
    return isOutline ? "''" : `\uE000${texts.length - 1}\uE000`
  })
  return marked
    .split(';')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
    .map((part) => part.replace(/\uE000(\d+)\uE000/g, (_, index) => texts[Number(index)] ?? ''))
}
