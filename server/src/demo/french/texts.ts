/** The texts of the demo company in French. */

/** The families of products. */
const CATEGORIES: Record<string, string> = {
  'Carta in bobina': 'Papier en bobine',
  'Film in bobina': 'Film en bobine',
  Fogli: 'Feuilles',
  Sacchetti: 'Sacs',
  Rotoli: 'Rouleaux',
  Semilavorati: 'Semi-finis',
  Cartoni: 'Cartons',
  'Anime e tubi': 'Mandrins et tubes',
  Inchiostri: 'Encres',
  Adesivi: 'Adhésifs',
  Accoppiati: 'Complexes',
  'Materiali di consumo': 'Consommables',
};

/** Italian phrases with their translation. */
const PHRASES: Record<string, string> = {
  ...CATEGORIES,
  'Carta kraft avana': 'Papier kraft brun',
  'Carta kraft bianca': 'Papier kraft blanc',
  'Carta solfito bianca alimentare': 'Papier sulfite blanc alimentaire',
  'Carta antigrasso': 'Papier ingraissable',
  'Carta pelleaglio': 'Papier pelure',
  'Testliner riciclato': 'Testliner recyclé',
  'Carta seta': 'Papier de soie',
  'Carta patinata': 'Papier couché',
  'Fogli kraft bianco stampati': 'Feuilles kraft blanc imprimées',
  'Fogli solfito per gastronomia': 'Feuilles sulfite traiteur',
  'Fogli accoppiati carta–film salvafreschezza': 'Feuilles complexe papier–film fraîcheur',
  'Fogli antigrasso per hamburger': 'Feuilles ingraissables pour burgers',
  'Sacchetti pane kraft avana': 'Sacs à pain kraft brun',
  'Sacchetti pane kraft bianco': 'Sacs à pain kraft blanc',
  'Sacchetti pane con finestra': 'Sacs à pain à fenêtre',
  'Sacchetti ortofrutta': 'Sacs fruits et légumes',
  'Rotoli carta da banco': 'Rouleaux de papier comptoir',
  'Rotoli film estensibile alimentare': 'Rouleaux de film étirable alimentaire',
  'Rotoli carta forno': 'Rouleaux de papier cuisson',
  'Tovaglie in rotolo': 'Nappes en rouleau',
  'Accoppiato kraft': 'Complexe kraft',
  'Accoppiato carta': 'Complexe papier',
  Accoppiato: 'Complexe',
  trasparente: 'transparent',
  avana: 'brun',
  bianco: 'blanc',
  'in bobina, ogni fascia': 'en bobine, toute laize',
  bobina: 'bobine',
  fascia: 'laize',
  'Scatola di cartone': 'Carton',
  'onda singola': 'simple cannelure',
  'doppia onda': 'double cannelure',
  'Anima di cartone': 'Mandrin carton',
  lunghezza: 'longueur',
  'Inchiostro flexo a base acqua': "Encre flexo à base d'eau",
  nero: 'noir',
  'bianco coprente': 'blanc couvrant',
  giallo: 'jaune',
  ciano: 'cyan',
  rosso: 'rouge',
  verde: 'vert',
  'blu reflex': 'bleu reflex',
  oro: 'or',
  marrone: 'marron',
  arancio: 'orange',
  viola: 'violet',
  Adesivo: 'Adhésif',
  'vinilico per carta': 'vinylique pour papier',
  'senza solvente per accoppiamento': 'sans solvant pour complexage',
  'hot melt in granuli': 'hot melt en granulés',
  'a base amido': "à base d'amidon",
  'Pallet EUR': 'Palette EUR',
  'Pallet fumigato': 'Palette fumigée',
  'Etichette adesive': 'Étiquettes adhésives',
  'Nastro adesivo PP': 'Ruban adhésif PP',
  'Nastro adesivo carta': 'Ruban adhésif papier',
  'Reggia PP': 'Feuillard PP',
  'Film estensibile pallet': 'Film étirable palette',
  'Angolari di cartone': 'Cornières carton',
  'Racla per stampa flessografica': 'Racle flexo',
  'Biadesivo per cliché': 'Double face pour clichés',
  'Materie prime': 'Matières premières',
  'Acquisti di carta e film': 'Achats de papier et film',
  'Prodotti finiti': 'Produits finis',
  'Vendite di imballaggi': "Ventes d'emballages",
  Stampa: 'Impression',
  'Franco destino': 'Franco',
  Corriere: 'Transporteur',
  'Ufficio ordini': 'Service commandes',
  Logistica: 'Logistique',
  'Corriere Valdarno S.r.l.': 'Transports du Lez SARL',
  BRT: 'Geodis',
  'Arno Trasporti': 'Messagerie du Languedoc',
  Vendita: 'Vente',
  Bancali: 'Palettes',
  Scatole: 'Cartons',
  'Bobine su bancale': 'Bobines sur palette',
  'Pagamento come da accordi.': 'Paiement selon accord.',
  'Prezzo errato: segue nuova fattura.': 'Prix erroné : nouvelle facture à suivre.',
  'Consegnare solo al mattino; bobine con anima 76 mm.': 'Livrer le matin ; bobines sur mandrin 76 mm.',
  'Prelievo per produzione': 'Prélèvement pour production',
  Produzione: 'Production',
  'Stampa a 2 colori come da campione.': 'Impression 2 couleurs selon échantillon.',
  'Consegna frazionata possibile.': 'Livraison partielle possible.',
  'Scatole anonime, etichetta del cliente.': 'Cartons neutres, étiquette du client.',
  'Palette EUR, altezza massima 160 cm.': 'Palettes EUR, hauteur maximale 160 cm.',
  'Il resto dopo il cambio bobina.': 'Le reste après le changement de bobine.',
  'Bordo danneggiato: attendere la cartiera': 'Bord abîmé : attendre la papeterie',
  'Strato esterno rovinato': 'Spire extérieure abîmée',
  'per magazzino': 'pour le stock',
  Bonifico: 'Virement',
  'Ri.Ba.': 'LCR',
  Assegno: 'Chèque',
  'Acconto su ordine': 'Acompte sur commande',
  'Reso per merce danneggiata.': 'Retour de marchandise abîmée.',
  'Sconto concordato per ritardo di consegna.': 'Remise accordée pour retard de livraison.',
  'Chiedere conferma del nuovo formato prima del prossimo ordine.':
    'Demander confirmation du nouveau format avant la prochaine commande.',
  '@magazzino controllare i bancali prima della spedizione.': "@entrepot contrôler les palettes avant l'expédition.",
  'Il cliente preferisce consegne al mattino.': 'Le client préfère les livraisons du matin.',
  '@amministrazione il cliente promette il saldo a fine mese.':
    '@comptabilite le client promet le solde en fin de mois.',
  'Prova annuale di rintracciabilità': 'Exercice annuel de traçabilité',
  'Bilancia del reparto bobine': "Balance de l'atelier bobines",
  'Portale dei clienti': 'Portail des clients',
  Contabilità: 'Comptabilité',
  'Prezzo più alto di quello concordato.': 'Prix supérieur au prix convenu.',
  'Lame cambiate: prossimo controllo tra tre mesi.': 'Lames changées : prochain contrôle dans trois mois.',
  'Il fornitore conferma la consegna al mattino.': 'Le fournisseur confirme la livraison du matin.',
};

/** Fields of requests that hold such texts. */
const FIELDS = new Set([
  'description',
  'name',
  'category',
  'colore_film',
  'acquisti_categoria',
  'acquisti_conto_descrizione',
  'vendite_categoria',
  'vendite_conto_descrizione',
  'area',
  'descrizione',
  'shipping_method',
  'contact_role',
  'carrier',
  'reason',
  'appearance',
  'notes',
  'method',
  'text',
]);

/** The longest phrases first, as whole words. */
const KNOWN = new RegExp(
  Object.keys(PHRASES)
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => `(?<![\\p{L}\\p{N}])${phrase.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}])`)
    .join('|'),
  'gu',
);
const ITALIAN = new Map(Object.entries(CATEGORIES).map(([italian, french]) => [french, italian]));

/** Returns a request body with its texts in French. */
export function translated(body: unknown, field = ''): unknown {
  if (typeof body === 'string') return FIELDS.has(field) ? body.replace(KNOWN, (found) => PHRASES[found]!) : body;
  if (Array.isArray(body)) return body.map((part) => translated(part, field));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, translated(value, key)]));
}

/** Returns the Italian name of a category of either language. */
export function italianCategory(category: string): string {
  return ITALIAN.get(category) ?? category;
}
