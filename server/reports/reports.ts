/** Public face of reports: today's board, for administrators. */
export { registerReports } from './routes.ts'
