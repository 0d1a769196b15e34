const prefix = 'KART-'

/** The reference of the movement that the shop makes for a card payment. Only the shop's own movements begin like this. */
export const cardReference = (paymentReference: string): string => prefix + paymentReference

/** Whether a movement is the shop's own, of a card payment or its refund. */
export const isCardReference = (reference: string): boolean => reference.startsWith(prefix)

/** The same in SQL, for the column of the reference. */
export const isCardReferenceSql = (column: string): string => `${column} LIKE '${prefix}%'`
