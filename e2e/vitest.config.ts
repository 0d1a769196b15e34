import { defineConfig } from 'vitest/config'

/** Whole journeys, one after the other: two browsers on two cores only wait for each other. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    globalSetup: ['e2e/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
