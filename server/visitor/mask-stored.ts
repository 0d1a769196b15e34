import { hasCardData, maskCards } from '#domain/payments/card-text.ts'

type StoredTexts = {
  /** The next texts after an id, in the order of ids; none at the end. */
  read(after: string): Promise<{ id: string; texts: string[] }[]>
  /** Replaces the texts of a row unless they have changed since. */
  write(id: string, texts: readonly string[], masked: readonly string[]): Promise<unknown>
}

/** Masks card numbers and security codes in texts that were stored before `cleanTexts` masked them. */
export async function maskStored({ read, write }: StoredTexts): Promise<void> {
  for (let rows = await read('0'); rows.length > 0; rows = await read(rows.at(-1)?.id ?? '')) {
    for (const { id, texts } of rows) {
      if (texts.some(hasCardData)) await write(id, texts, texts.map(maskCards))
    }
  }
}
