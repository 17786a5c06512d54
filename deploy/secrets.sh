#!/bin/sh
# Makes the secrets of an installation, once: deploy/.env, for nobody else to read. Keep a copy where the machine is not.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo 'deploy/.env is there already: its secrets are in use, and stay.' >&2
  exit 1
fi
umask 077
random() { openssl rand -hex 24; }
cat > .env <<EOF
# The name under which people know the site; Caddy fetches a certificate for it. "localhost" for a try on this machine.
SITE=${SITE:-localhost}
MAIL_FROM=${MAIL_FROM:-no-reply@${SITE:-localhost.example}}
# Letters stay in Mailpit until this is a mail server: smtps://user:password@mail.example.org
SMTP_URL=${SMTP_URL:-smtp://mailpit:1025?requireTLS=false}
SECRET=$(openssl rand -hex 32)
AUDIT_KEY=$(openssl rand -base64 32)
MASTER_KEYS=1:$(openssl rand -base64 32)
BACKUP_KEY=$(openssl rand -base64 32)
POSTGRES_PASSWORD=$(random)
DATABASE_OWNER_PASSWORD=$(random)
DATABASE_APP_PASSWORD=$(random)
REDIS_PASSWORD=$(random)
S3_ACCESS_KEY_ID=$(openssl rand -hex 10)
S3_SECRET_ACCESS_KEY=$(random)
EOF
echo 'deploy/.env is made. Back it up apart from the database and the files: without it no backup can be read.'
