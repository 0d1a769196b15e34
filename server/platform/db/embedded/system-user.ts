import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedError } from './embedded-error.ts'

/** PostgreSQL refuses to run as root, so root runs it as this user. */
export type SystemUser = { name: string; uid: number; gid: number }

const KNOWN_USERS = ['postgres', '_postgres', 'toptan', 'nobody']
const CREATED_USER = 'toptan'
const WAYS_TO_CREATE = [
  ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', CREATED_USER],
  ['adduser', '-S', '-D', '-H', CREATED_USER],
] as const

/** Undefined if the program does not run as root: PostgreSQL then runs as the same user. */
export function chooseSystemUser(cluster: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  return ownerOf(cluster) ?? KNOWN_USERS.map(findUser).find((user) => user !== undefined) ?? createUser()
}

/** An existing database keeps its owner. */
function ownerOf(cluster: string): SystemUser | undefined {
  const stats = statSync(cluster, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { name: `#${stats.uid}`, uid: stats.uid, gid: stats.gid } : undefined
}

function findUser(name: string): SystemUser | undefined {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid && gid ? { name, uid, gid } : undefined
}

function idOf(option: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim()) : undefined
}

function createUser(): SystemUser {
  for (const [command, ...args] of WAYS_TO_CREATE) {
    spawnSync(command, args)
    const user = findUser(CREATED_USER)
    if (user) return user
  }
  throw new EmbeddedError(
    `PostgreSQL cannot run as ${userInfo().username} and no other user could be made: ` +
      `start the shop as an ordinary user, create a user named "${CREATED_USER}", or set DATABASE_URL.`,
  )
}
