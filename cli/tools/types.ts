import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateTypes } from '#server/platform/db/generate-types.ts'
import { withDatabase } from '#cli/open.ts'
import { root } from '#cli/root.ts'

export async function run(): Promise<number> {
  const source = await withDatabase(({ pool }) => generateTypes(pool))
  await writeFile(join(root, 'db/types.ts'), source)
  console.log('db/types.ts written')
  return 0
}
