/** Bank transfers that the dealer has reported, and the form that reports one. */
export const transfersPath = '/account/transfers'

/** The form for chosen debts of the account, or for an order. */
export const reportTransferPath = (of: { debts: readonly number[] } | { order: string }): string =>
  `${transfersPath}?${'order' in of ? `order=${encodeURIComponent(of.order)}` : `debts=${of.debts.join(',')}`}`

/** The receipt of a transfer, for its dealer and for administrators. */
export const transferReceiptPath = (file: string): string => `${transfersPath}/receipts/${file}`
