/** The sentences of the checks. `{{name}}` is a number. */
import type { Language } from '@bobina/contract/core/languages.ts';

const it = {
  backupNever: 'Non è ancora stato fatto alcun backup',
  backupRefuted: "L'ultima prova di ripristino ha trovato differenze",
  backupOld: "L'ultimo backup ha più di una settimana",
  backupLate: "L'ultimo backup ha più di un giorno",
  backupUnproven: 'Nessuna prova di ripristino riuscita negli ultimi 90 giorni',
  backupOk: 'Il backup è recente e un ripristino è riuscito',
  databaseOld: 'PostgreSQL non corregge più questa versione: aggiornala',
  databaseOk: 'La versione riceve ancora correzioni',
  diskUnknown: 'Il sistema non indica lo spazio libero',
  diskFull: 'Il disco è quasi pieno: meno di 0,5 GB liberi',
  diskLow: 'Meno di 2 GB liberi',
  diskOk: 'Lo spazio basta',
  replicaUnused: 'La replica non risponde o è in ritardo: i report leggono il database principale',
  replicaUsed: 'I report leggono la replica',
  standbys: 'Copie collegate al database: {{standbys}}',
  replicationOff: 'Nessuna replica collegata',
  certificateNone: 'PUBLIC_URL manca o non è https',
  certificateInside: "L'indirizzo è in una rete interna che ALLOW_PRIVATE_NETWORKS non indica",
  certificateUnread: "Non è stato possibile leggere il certificato all'indirizzo di PUBLIC_URL",
  certificateExpired: 'Il certificato è scaduto',
  certificateEnds: 'Il certificato scade entro due settimane',
  certificateOk: 'Il certificato è valido',
  outboxStuck: 'Nessun server consegna i messaggi. In attesa: {{waiting}}',
  outboxDead: 'Abbandonati dopo tre giorni: {{dead}}. In attesa: {{waiting}}',
  outboxOff: 'Posta e webhook non sono configurati',
  outboxOk: 'In attesa: {{waiting}}',
};
export type HealthText = keyof typeof it;

const fr: Record<HealthText, string> = {
  backupNever: "Aucune sauvegarde n'a encore été faite",
  backupRefuted: 'Le dernier essai de restauration a trouvé des différences',
  backupOld: "La dernière sauvegarde a plus d'une semaine",
  backupLate: "La dernière sauvegarde a plus d'un jour",
  backupUnproven: 'Aucun essai de restauration réussi ces 90 derniers jours',
  backupOk: 'La sauvegarde est récente et une restauration a réussi',
  databaseOld: 'PostgreSQL ne corrige plus cette version : mettez-la à jour',
  databaseOk: 'La version reçoit encore des corrections',
  diskUnknown: "Le système n'indique pas l'espace libre",
  diskFull: 'Le disque est presque plein : moins de 0,5 Go libres',
  diskLow: 'Moins de 2 Go libres',
  diskOk: "L'espace suffit",
  replicaUnused: 'La réplique ne répond pas ou est en retard : les rapports lisent la base principale',
  replicaUsed: 'Les rapports lisent la réplique',
  standbys: 'Copies connectées à la base : {{standbys}}',
  replicationOff: 'Aucune réplique connectée',
  certificateNone: "PUBLIC_URL manque ou n'est pas en https",
  certificateInside: "L'adresse est dans un réseau interne que ALLOW_PRIVATE_NETWORKS n'indique pas",
  certificateUnread: "Le certificat à l'adresse de PUBLIC_URL n'a pas pu être lu",
  certificateExpired: 'Le certificat a expiré',
  certificateEnds: 'Le certificat expire dans les deux semaines',
  certificateOk: 'Le certificat est valide',
  outboxStuck: 'Aucun serveur ne remet les messages. En attente : {{waiting}}',
  outboxDead: 'Abandonnés après trois jours : {{dead}}. En attente : {{waiting}}',
  outboxOff: 'La messagerie et les webhooks ne sont pas configurés',
  outboxOk: 'En attente : {{waiting}}',
};

const en: Record<HealthText, string> = {
  backupNever: 'No backup has been made yet',
  backupRefuted: 'The last trial restore found differences',
  backupOld: 'The last backup is more than a week old',
  backupLate: 'The last backup is more than a day old',
  backupUnproven: 'No successful trial restore in the last 90 days',
  backupOk: 'The backup is recent and a restore succeeded',
  databaseOld: 'PostgreSQL no longer corrects this version: upgrade it',
  databaseOk: 'The version still gets corrections',
  diskUnknown: 'The system does not tell the free space',
  diskFull: 'The disk is almost full: less than 0.5 GB free',
  diskLow: 'Less than 2 GB free',
  diskOk: 'There is enough space',
  replicaUnused: 'The replica does not answer or is late: reports read the primary database',
  replicaUsed: 'Reports read the replica',
  standbys: 'Copies connected to the database: {{standbys}}',
  replicationOff: 'No replica is connected',
  certificateNone: 'PUBLIC_URL is missing or not https',
  certificateInside: 'The address is in an internal network that ALLOW_PRIVATE_NETWORKS does not name',
  certificateUnread: 'The certificate at the address of PUBLIC_URL could not be read',
  certificateExpired: 'The certificate has expired',
  certificateEnds: 'The certificate expires within two weeks',
  certificateOk: 'The certificate is valid',
  outboxStuck: 'No server delivers the messages. Waiting: {{waiting}}',
  outboxDead: 'Given up after three days: {{dead}}. Waiting: {{waiting}}',
  outboxOff: 'Mail and webhooks are not set up',
  outboxOk: 'Waiting: {{waiting}}',
};

const TEXTS: Record<Language, Record<HealthText, string>> = { it, fr, en };

/** A sentence with its numbers. */
export function healthText(language: Language, text: HealthText, values: Record<string, number> = {}): string {
  return TEXTS[language][text].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
