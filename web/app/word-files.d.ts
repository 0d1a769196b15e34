declare module '*.json?pages' {
  const words: import('#contract/core/words.ts').Words
  export default words
}
