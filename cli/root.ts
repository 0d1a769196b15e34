import { fileURLToPath } from 'node:url'

/** The project folder, which contains package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url))
