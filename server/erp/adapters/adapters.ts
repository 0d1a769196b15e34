import type { ErpAdapter } from './adapter.ts'
import { folder } from '#server/erp/adapters/folder/folder.ts'
import { logo } from '#server/erp/adapters/logo/logo.ts'
import { mikro } from '#server/erp/adapters/mikro/mikro.ts'
import { netsis } from '#server/erp/adapters/netsis/netsis.ts'
import { sftp } from '#server/erp/adapters/sftp/sftp.ts'
import { sql } from '#server/erp/adapters/sql/sql.ts'

/** Every ERP that a connection can be made to. */
export const adapters: readonly ErpAdapter[] = [logo, netsis, mikro, sql, folder, sftp]
