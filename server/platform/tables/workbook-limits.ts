const MEGABYTE = 2 ** 20

/** Limits of an XLSX file: it is a zip archive, and a small one can unpack to gigabytes. */
export const workbookLimits = {
  packedBytes: 20 * MEGABYTE,
  unpackedBytes: 200 * MEGABYTE,
  /** Unpacked to packed bytes of each part. Small parts are exempt. */
  ratio: 100,
  ratioFreeBytes: MEGABYTE,
  rows: 50_000,
  columns: 500,
  /** Of the rectangles that the content of all sheets spans. */
  cells: 5_000_000,
  workerMegabytes: 512,
  milliseconds: 60_000,
} as const
