/** Height of each step in the payment dialog, which keeps its size: all fields of a card are visible where they fit. */
export const dialogBody = 'sm:h-[clamp(20rem,calc(100dvh-9rem),40rem)]'
