import { hash, verify } from '@node-rs/argon2'

/** argon2id, 19 MiB, two passes: about 20 ms of one core. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let decoy: Promise<string> | undefined

/** Takes as long for an account that does not exist as for one that does. */
export async function isPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const matches = await verify(storedHash ?? (await decoy), password)
  return matches && storedHash !== null && storedHash !== undefined
}
