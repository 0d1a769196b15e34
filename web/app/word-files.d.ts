declare module '*.json?pages' {
  const words: import('#contract/core/words.ts').Words
  export default words
}

declare module '*.json?administration' {
  const words: import('#contract/core/words.ts').Words
  export default words
}

declare module '*.json?account' {
  const words: import('#contract/core/words.ts').Words
  export default words
}

declare module '*.json?trouble' {
  const words: import('#contract/core/words.ts').Words
  export default words
}

declare module '*.ts?script' {
  const code: string
  export default code
}
