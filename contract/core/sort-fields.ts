/** The sort fields of the specification (catalogue, section 2). Any other value is ignored. */
export const sortFields = ['name', '-name', 'price', '-price', 'brand', '-brand', 'quantity', '-quantity'] as const
export type SortField = (typeof sortFields)[number]
