/** Texts of the store with versions: the dealer contract, the privacy notice (KVKK) and what cookies are used for. */
export const textKinds = ['dealer_contract', 'privacy_notice', 'cookies'] as const
export type TextKind = (typeof textKinds)[number]

/** Texts that a company accepts when it applies to become a dealer. */
export const acceptedKinds = ['dealer_contract', 'privacy_notice'] as const satisfies readonly TextKind[]

/** The parts of public addresses that name the texts. */
export const textSlugs = {
  dealer_contract: 'bayilik-sozlesmesi',
  privacy_notice: 'kvkk-aydinlatma-metni',
  cookies: 'cerez-metni',
} as const satisfies Record<TextKind, string>

/** The text of a part of a path; undefined if there is none. */
export const textOfSlug = (slug: string | undefined): TextKind | undefined =>
  textKinds.find((kind) => textSlugs[kind] === slug)
