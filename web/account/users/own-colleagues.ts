import type { listColleagues } from '#contract/shop/colleagues.ts'
import type { useWholeList } from '#web/administration/use-whole-list.ts'

/** The users of the dealer and its roles, as of the last reply. */
export type Colleagues = ReturnType<typeof useWholeList<typeof listColleagues>>
