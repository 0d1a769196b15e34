const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it stands between the marks of a page or within the quotes of one. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}
