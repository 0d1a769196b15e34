import { tryPos } from '#server/payments/payments.ts'
import { publicUrlOf } from '#server/config.ts'
import { withDatabase } from '#cli/open.ts'
import { report } from './pos-output.ts'

/** `toptan pos test`: checks whether the bank accepts the account's keys. */
export async function testAccount(code: string): Promise<number> {
  const result = await withDatabase(({ pool }, config) =>
    tryPos(pool, code, {
      secret: config.sessionSecret,
      publicUrl: publicUrlOf(config),
      isProduction: config.production,
    }),
  )
  if (!result.ok) return report(result)
  if (result.answer === 'known') {
    console.log('The bank answered and knows the account: it has no such order, as it should be.')
    return 0
  }
  console.error(`The bank did not answer as it does to a known account: ${result.text}`)
  return 1
}
