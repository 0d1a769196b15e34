import { totalmem } from 'node:os'
import type { Place } from './place.ts'

const MEGABYTE = 1024 * 1024
const isWindows = process.platform === 'win32'

/** Settings of the embedded PostgreSQL as command-line arguments, so that they apply at every start. */
export function postmasterArguments(place: Place, port: number, fast: boolean): string[] {
  const settings = { ...reach(place), ...memory(), ...durability(fast), ...logging(place), ...habits }
  return [
    '-D',
    place.cluster,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
}

/** A socket in a private folder; on Windows, which has none, the loopback address. */
function reach(place: Place): Record<string, string> {
  const max = { max_connections: '60' }
  if (isWindows) return { ...max, listen_addresses: '127.0.0.1' }
  // The value is a list: a comma or a space in the path needs quotes.
  const folder = `"${place.socketFolder.replaceAll('"', '""')}"`
  return { ...max, listen_addresses: '', unix_socket_directories: folder, unix_socket_permissions: '0700' }
}

function memory(): Record<string, string> {
  const total = Math.floor(totalmem() / MEGABYTE)
  return {
    shared_buffers: total >= 2048 ? '256MB' : '128MB',
    effective_cache_size: `${Math.max(256, Math.floor(total / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
  }
}

/** `fast` is for temporary databases of tests: a crash may lose acknowledged transactions. */
function durability(fast: boolean): Record<string, string> {
  const sure = fast ? 'off' : 'on'
  return {
    fsync: sure,
    synchronous_commit: sure,
    full_page_writes: sure,
    max_wal_size: fast ? '256MB' : '1GB',
    min_wal_size: '128MB',
    // Frees the log of idle databases without bursts of writes.
    checkpoint_timeout: '10min',
  }
}

/** No DETAIL and no parameters: they contain names, addresses and email addresses of customers. */
function logging(place: Place): Record<string, string> {
  return {
    logging_collector: 'on',
    log_directory: place.logFolder,
    log_filename: 'postgres-%Y%m%d-%H%M%S.log',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_min_duration_statement: '2000',
    log_checkpoints: 'off',
  }
}

const habits: Record<string, string> = {
  timezone: 'Europe/Istanbul',
  log_timezone: 'Europe/Istanbul',
  // The shop's queries are short: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  // A restore locks every table and index at once.
  max_locks_per_transaction: '256',
}
