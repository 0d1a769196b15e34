/** Where a bucket is, of any service that speaks the S3 protocol. */
export type StorageAddress = {
  bucket: string
  /** Of all keys; empty, or with a slash at its end. */
  prefix: string
  /** Without it: AWS. */
  endpoint?: string
  region: string
  /** Whether the bucket is a part of the path instead of the host name. */
  isPathStyle: boolean
  /** Without them: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the machine. */
  keys?: { accessKeyId: string; secretAccessKey: string }
}

const options = ['endpoint', 'region', 'pathStyle']

/** `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=0`; undefined for any other text. */
export function parseStorageUrl(text: string): StorageAddress | undefined {
  const read = readStorageUrl(text)
  return typeof read === 'string' ? undefined : read
}

/** The address, or a sentence about what is wrong with it, which repeats no keys. */
export function readStorageUrl(text: string): StorageAddress | string {
  const url = /%(?![0-9a-f]{2})/i.test(text) ? null : URL.parse(text)
  if (url?.protocol !== 's3:') return 'It is no s3:// address.'
  if (url.hostname === '') return 'The address has no bucket.'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.port !== '')
    return `"${url.host}" is not the name of a bucket.`
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return 'The endpoint must be an http:// or https:// address.'
  const unknown = [...url.searchParams.keys()].find((name) => !options.includes(name))
  if (unknown !== undefined) return `"${unknown}" is not known: ${options.join(', ')}.`
  const parts = decodeURIComponent(url.pathname)
    .split('/')
    .filter((part) => part !== '')
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent)
  return {
    bucket: url.hostname,
    prefix: parts.map((part) => `${part}/`).join(''),
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    isPathStyle: (url.searchParams.get('pathStyle') ?? (endpoint === undefined ? '0' : '1')) === '1',
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId && secretAccessKey && { keys: { accessKeyId, secretAccessKey } }),
  }
}

/** Where the files are, without keys. */
export const placeOf = ({ bucket, prefix }: StorageAddress): string => `s3://${bucket}/${prefix}`.replace(/\/$/, '')
