/** Integers in a typed array that doubles when it is full. */
export type IntList = { items: Int32Array; length: number }

export function createIntList(capacity = 1024): IntList {
  return { items: new Int32Array(capacity), length: 0 }
}

export function pushInt(list: IntList, value: number): void {
  if (list.length === list.items.length) {
    const larger = new Int32Array(list.items.length * 2)
    larger.set(list.items)
    list.items = larger
  }
  list.items[list.length++] = value
}

/** The bytes of many short texts, concatenated. */
export type ByteList = { items: Buffer; length: number }

export function createByteList(capacity = 4096): ByteList {
  return { items: Buffer.allocUnsafe(capacity), length: 0 }
}

export function pushText(list: ByteList, text: string): void {
  while (list.length + text.length * 3 > list.items.length) {
    const larger = Buffer.allocUnsafe(list.items.length * 2)
    list.items.copy(larger, 0, 0, list.length)
    list.items = larger
  }
  list.length += list.items.write(text, list.length)
}
