/** Where lines of the order pad are stored that could not be saved; null: of a guest. */
export const padDraftKey = (userId: number | null): string => `toptan.order-pad.${userId ?? 'guest'}`
