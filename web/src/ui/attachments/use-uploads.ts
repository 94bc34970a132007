import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT_BYTES } from '@bobina/contract/system/attachments.ts';
import { randomKey } from '../../lib/api/keys.ts';
import { problemText } from '../../lib/api/problem.ts';
import { uploadFile } from '../../lib/api/upload-file.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../toasts.ts';

export interface PendingUpload {
  key: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed; the file stays, so that the user can retry. */
  problem?: string;
}

/** Uploads files one after the other. A file that failed stays in the list until it is retried or discarded. */
export function useUploads(path: string) {
  const { t } = useTranslation('files');
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const change = (key: string, next: Partial<PendingUpload>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const discard = (key: string) => setPending((all) => all.filter((one) => one.key !== key));
  const send = async ({ key, file }: PendingUpload) => {
    try {
      await uploadFile({ path, file, key, onProgress: (progress) => change(key, { progress }) });
      discard(key);
      toast.success(t('added'));
      await queryClient.invalidateQueries({ queryKey: ['attachments'] });
    } catch (error) {
      change(key, { problem: problemText(error, t('addFailed', { name: file.name })) });
    }
  };
  const enqueue = (upload: PendingUpload) => {
    last.current = last.current.then(() => send(upload));
  };
  return {
    pending,
    discard,
    add: (files: Iterable<File>) => {
      const added = [...files].map((file): PendingUpload => ({
        key: randomKey(),
        file,
        progress: 0,
        ...(file.size > ATTACHMENT_BYTES && { problem: t('tooLarge') }),
      }));
      setPending((all) => [...all, ...added]);
      for (const upload of added) if (!upload.problem) enqueue(upload);
    },
    retry: ({ problem: _problem, ...upload }: PendingUpload) => {
      setPending((all) => all.map((one) => (one.key === upload.key ? { ...upload, progress: 0 } : one)));
      enqueue(upload);
    },
  };
}
