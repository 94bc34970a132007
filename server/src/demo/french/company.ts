import { frenchTva, frenchSiret } from '../numbers-with-check-digits.ts';

const VAT_NUMBER = frenchTva(4242);

export const company = {
  business_name: 'Papiers et Films du Lez SAS',
  vat_number: VAT_NUMBER,
  siren: VAT_NUMBER.slice(-9),
  siret: frenchSiret(VAT_NUMBER, 1),
  address: '12 rue des Moulins',
  city: 'Montpellier',
  province: 'Hérault',
  zip_code: '34070',
  country: 'France',
  country_code: 'FR',
  phone: '+33 4 67 00 12 00',
  email: 'contact@papiers-du-lez.example',
  iban: 'FR7630006000011234567890189',
  bank: 'Banque du Midi, agence de Montpellier',
  share_capital: '250 000 €',
};

export const settings = {
  default_vat_code: '20',
  time_zone: 'Europe/Paris',
  wages_per_hour: 24,
  waste_price_per_kg: 0.07,
};

export const vatCodes = [
  { code: '20', rate: 20, description: 'TVA taux normal 20 %' },
  { code: '10', rate: 10, description: 'TVA taux intermédiaire 10 %' },
  { code: '5.5', rate: 5.5, description: 'TVA taux réduit 5,5 %' },
  { code: 'N3.2', rate: 0, natura: 'N3.2', description: 'Livraison intracommunautaire (art. 262 ter I du CGI)' },
  { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Exportation (art. 262 I du CGI)' },
];

/** One user per role; the first user, admin, exists already. */
export const users = [
  { username: 'direction', name: 'Claire Dubois', role: 'direction' },
  { username: 'comptabilite', name: 'Marc Berthier', role: 'administration' },
  { username: 'commandes', name: 'Julie Fabre', role: 'orders' },
  { username: 'entrepot', name: 'Yassine El Amrani', role: 'warehouse' },
  { username: 'ventes', name: 'Sophie Marchand', role: 'sales' },
];

/** The VAT of a product: paper for food has reduced rates, so that invoices have several. */
export function vatOf({ code }: { code: string }): { categoria_vat_codice: string; categoria_vat_valore: number } {
  if (/^(SPA|SPB)-/.test(code)) return { categoria_vat_codice: '5.5', categoria_vat_valore: 5.5 };
  if (/^(FAN|ROC)-/.test(code)) return { categoria_vat_codice: '10', categoria_vat_valore: 10 };
  return { categoria_vat_codice: '20', categoria_vat_valore: 20 };
}
