/** The dealer's lists of products. */
export const listsPath = '/account/lists'

export const listPath = (id: number | ':id'): string => `${listsPath}/${id}`

/** A list that a colleague has sent as a link. */
export const sharedListPath = (token: string): string => `${listsPath}/paylasilan/${encodeURIComponent(token)}`

/** A list as a file. */
export const listFilePath = (id: number | ':id', format: 'xlsx' | 'csv' | 'pdf'): string => `${listPath(id)}.${format}`

/** What the dealer has bought before. */
export const boughtPath = '/account/bought'
