const cardPrefix = 'KART-'
const transferPrefix = 'HAVALE-'

/** The reference of the movement that the shop makes for a card payment. */
export const cardReference = (paymentReference: string): string => cardPrefix + paymentReference

/** The reference of the movement that the shop makes for a line of a bank statement. */
export const transferReference = (bookingId: number): string => transferPrefix + String(bookingId)

/** Whether a movement is the shop's own, of a payment or its return: only these begin like this. */
export const isPaymentReference = (reference: string): boolean =>
  reference.startsWith(cardPrefix) || reference.startsWith(transferPrefix)

/** The same in SQL, for the column of the reference. */
export const isPaymentReferenceSql = (column: string): string =>
  `(${column} LIKE '${cardPrefix}%' OR ${column} LIKE '${transferPrefix}%')`

/** SQL: whether a movement is the shop's own, of a bank transfer. */
export const isTransferReferenceSql = (column: string): string => `${column} LIKE '${transferPrefix}%'`
