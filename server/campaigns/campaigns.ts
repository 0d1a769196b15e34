/** Public face of the campaigns: which ones are running and with which products. The catalog presents the products. */
export { registerCampaignAdministration } from './administration.ts'
export { campaignsExport } from './administration-export.ts'
export { type Campaigns, openCampaigns, type RunningCampaign } from './running-campaigns.ts'
export { listCampaigns } from './queries.ts'
export { saveCampaignRows } from './save-campaign-rows.ts'
export { removeCampaign, saveCampaign, type CampaignInput } from './save-campaign.ts'
