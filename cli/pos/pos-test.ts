import { tryPos } from '#server/payments/payments.ts'
import { publicUrlOf } from '#server/config.ts'
import { withDatabase } from '#cli/database.ts'
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
    console.log('The bank accepts the account: it reports, as expected, that the order does not exist.')
    return 0
  }
  console.error(`The bank does not accept the account: ${result.text}`)
  return 1
}
