import {
  type CardBehavior,
  type DemoBinName,
  cardBehaviors,
  demoBins,
  demoCardNumber,
} from '#server/sandbox-bank/demo-cards.ts'

export const cardGroups = ['kinds', 'declines', 'authentication', 'provision', 'callback', 'inquiry', 'back'] as const
export type CardGroup = (typeof cardGroups)[number]

export type ListedCard = {
  number: string
  group: CardGroup
  behavior: CardBehavior
  /** Set for cards listed by their kind; all others are listed by their behavior. */
  bin?: DemoBinName
}

/** The first two digits of a card's ending select its group. */
const groupOf: Readonly<Record<string, CardGroup>> = {
  '00': 'declines',
  '10': 'authentication',
  '11': 'authentication',
  '12': 'provision',
  '13': 'callback',
  '14': 'inquiry',
  '15': 'back',
}

const paying: CardBehavior = { name: 'pays' }

/** The demo's list of cards: one of each kind, then one for each behavior. */
export function listedCards(): ListedCard[] {
  const kinds = (Object.keys(demoBins) as DemoBinName[]).map(
    (bin): ListedCard => ({ number: demoCardNumber(demoBins[bin].bin, '0000'), group: 'kinds', behavior: paying, bin }),
  )
  const others = Object.entries(cardBehaviors)
    .filter(([last4]) => last4 !== '0000')
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([last4, behavior]): ListedCard => {
      const number = demoCardNumber(demoBins.arti.bin, last4)
      return { number, group: groupOf[last4.slice(0, 2)] ?? 'provision', behavior }
    })
  return [...kinds, ...others]
}
