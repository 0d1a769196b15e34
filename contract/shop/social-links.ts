/** The networks of the setting `socialMedia`, in the order of its entries (checkout document, section 2). */
export const networks = ['facebook', 'instagram', 'twitter', 'youtube', 'pinterest'] as const
export type Network = (typeof networks)[number]
export type SocialLink = { network: Network; url: string }

/**
 * The links that the setting `socialMedia` shows: five entries separated by `;`, each `1:https://…`, or `0:https://…` where
 * it is hidden; the link is the text after its first two characters (checkout document, section 2). Spaces around an entry
 * and its link do not count. What is missing, empty, or no http(s) address is left out; entries beyond the fifth are ignored.
 */
export function socialLinks(setting: string): SocialLink[] {
  const entries = setting.split(';').map((entry) => entry.trim())
  return networks.flatMap((network, i) => {
    const entry = entries[i] ?? ''
    const url = entry.slice(2).trim()
    return entry.startsWith('0') || !isWebAddress(url) ? [] : [{ network, url }]
  })
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+\.[a-z0-9-]+(:\d+)?([/?#]\S*)?$/i.test(text)
}
