import { Counter, type Registry } from 'prom-client'
import type { StorageOptions } from './s3-connection.ts'

/** Counts the requests to object storage. */
export function countStorageRequests(registry: Registry): StorageOptions['observe'] {
  const requests = new Counter({
    name: 'storage_requests_total',
    help: 'Requests to object storage',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  })
  return (operation, outcome) => requests.inc({ operation, outcome })
}
