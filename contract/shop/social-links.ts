/** The networks of the setting `socialMedia`, in the order of its entries (checkout document, section 2). */
export const networks = ['facebook', 'instagram', 'twitter', 'youtube', 'pinterest'] as const
export type Network = (typeof networks)[number]
export type SocialLink = { network: Network; url: string }

/**
 * The visible links of the setting `socialMedia`: five entries separated by `;`, each `1:https://…`, or `0:https://…`
 * if hidden. The link is the text after the first two characters (checkout document, section 2). Spaces around an entry
 * and its link are ignored. Missing, empty and invalid http(s) addresses are left out; entries after the fifth are
 * ignored.
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
