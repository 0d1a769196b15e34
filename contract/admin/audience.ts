import * as z from 'zod/mini'

export const audienceDealersMax = 1000

/** Who sees an announcement or a document: all dealers, or those with these codes. */
export const audience = z.object({
  isForAll: z.boolean(),
  dealers: z.array(z.string().check(z.minLength(1), z.maxLength(50))).check(z.maxLength(audienceDealersMax)),
})
export type Audience = z.output<typeof audience>

export const chosenDealer = z.object({ code: z.string(), name: z.string() })
export type ChosenDealer = z.output<typeof chosenDealer>

const day = z.iso.date()
/** Days in Turkey, the last one included; null: no end. */
export const period = { from: day, until: z.nullable(day) }

/** Title of one line. The database accepts no NUL in texts. */
export const title = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(120)),
    z.transform((value) => value.replaceAll(/[\0\r\n]+/g, ' ').trim()),
  ),
  z.string().check(z.minLength(1)),
)

/** Where today is in a period. */
export const periodStates = ['planned', 'shown', 'ended'] as const
export type PeriodState = (typeof periodStates)[number]
