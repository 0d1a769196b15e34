declare module '*.json?pages' {
  const words: import('#contract/words.ts').Words
  export default words
}
