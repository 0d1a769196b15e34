/** Public face of the campaigns: which run, of which products. How their products look is the catalog's. */
export { registerCampaignAdministration } from './administration.ts'
export { campaignsExport } from './administration-export.ts'
export { type Campaigns, openCampaigns, type RunningCampaign } from './running-campaigns.ts'
export { listCampaigns } from './queries.ts'
export { removeCampaign, saveCampaign, type CampaignInput } from './save-campaign.ts'
