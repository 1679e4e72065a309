//! Servers that want to know who comes, and that encrypt: whoever is let in works as ever, whoever
//! is not is told why, and nothing secret is printed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use nkeys::KeyPair;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::PROBLEMS;
use crate::machines::{Process, launch};

/// The program with trusted certificates in a file, and what it answered.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn program(arguments: &[&str], trusted: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    command.args(arguments).stdin(Stdio::null());
    if let Some(file) = trusted {
        command.env("SSL_CERT_FILE", file).env_remove("SSL_CERT_DIR");
    }
    command
}

fn say(arguments: &[&str], trusted: Option<&Path>) -> Said {
    let output = program(arguments, trusted).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Has a problem solved by a worker at this server.
fn works(url: &str, more: &[&str], trusted: Option<&Path>) {
    let work = [&["work", url, "--threads", "1"], more].concat();
    let _worker = Process(program(&work, trusted).stderr(Stdio::null()).spawn().unwrap());
    let solve = ["solve", PROBLEMS, "--limit", "1", "--json", "--fleet", url];
    let said = say(&[&solve[..], more].concat(), trusted);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("\"solved\":1"), "{}", said.out);
}

/// Is not let in, as a submitter and as a worker. Gives what is said.
fn is_refused(url: &str, more: &[&str], trusted: Option<&Path>) -> String {
    let status = say(&[&["fleet", "status", url], more].concat(), trusted);
    assert_eq!((status.code, &*status.out), (Some(2), ""), "{}", status.err);
    let worker = say(&[&["work", url], more].concat(), trusted);
    assert_eq!(worker.code, Some(2), "{}", worker.err);
    assert_eq!(status.err, worker.err);
    status.err
}

#[test]
fn a_user_with_a_password() {
    let folder = TempDir::new().unwrap();
    let users = "authorization { user: club, password: \"right/one\" }";
    let (_server, port) = launch(folder.path(), users);
    works(&format!("nats://club:right%2Fone@127.0.0.1:{port}"), &[], None);
    // In a file it is in nobody's list of processes.
    let url = format!("nats://127.0.0.1:{port}");
    let secret = |line: &str| {
        let file = folder.path().join("secret");
        std::fs::write(&file, format!("{line}\n")).unwrap();
        file.to_str().unwrap().to_owned()
    };
    works(&url, &["--fleet-creds", &secret("club:right/one")], None);
    let said = is_refused(&url, &["--fleet-creds", &secret("club:wrong-one")], None);
    assert!(said.contains("authorization") && !said.contains("wrong-one"), "{said}");
    let said = is_refused(&format!("nats://club:wrong-one@127.0.0.1:{port}"), &[], None);
    assert!(said.contains("authorization") && said.contains("127.0.0.1"), "{said}");
    assert!(!said.contains("wrong-one") && !said.contains("club"), "{said}");
    let said = is_refused(&format!("nats://127.0.0.1:{port}"), &[], None);
    assert!(said.contains("authorization"), "{said}");
}

#[test]
fn a_token() {
    let folder = TempDir::new().unwrap();
    let (_server, port) = launch(folder.path(), "authorization { token: \"right-one\" }");
    works(&format!("nats://right-one@127.0.0.1:{port}"), &[], None);
    let url = format!("nats://127.0.0.1:{port}");
    let file = folder.path().join("token");
    std::fs::write(&file, "right-one\n").unwrap();
    works(&url, &["--fleet-creds", file.to_str().unwrap()], None);
    is_refused(&url, &[], None);
}

#[test]
fn an_nkey() {
    let folder = TempDir::new().unwrap();
    let key = KeyPair::new_user();
    let users = format!("authorization {{ users: [{{ nkey: {} }}] }}", key.public_key());
    let (_server, port) = launch(folder.path(), &users);
    let url = format!("nats://127.0.0.1:{port}");
    let seed = |key: &KeyPair, name: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, format!("# of the club\n{}\n", key.seed().unwrap())).unwrap();
        file.to_str().unwrap().to_owned()
    };
    works(&url, &["--fleet-creds", &seed(&key, "right")], None);
    let other = KeyPair::new_user();
    let said = is_refused(&url, &["--fleet-creds", &seed(&other, "other")], None);
    assert!(said.contains("authorization"), "{said}");
    assert!(!said.contains(&other.seed().unwrap()), "{said}");
    let nothing = folder.path().join("nothing");
    std::fs::write(&nothing, "nothing of the kind").unwrap();
    let said = is_refused(&url, &["--fleet-creds", nothing.to_str().unwrap()], None);
    assert!(said.contains("neither a credentials file") && said.contains("nothing:"), "{said}");
    let said = is_refused(&url, &["--fleet-creds", "no-such-file"], None);
    assert!(said.contains("no-such-file"), "{said}");
}

/// A token as NATS has them, signed by a key.
fn token(issuer: &KeyPair, subject: &KeyPair, claims: &Value) -> String {
    let part = |value: Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let head = part(json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let body = part(json!({
        "jti": "test", "iat": 1_700_000_000, "iss": issuer.public_key(), "name": "test",
        "sub": subject.public_key(), "nats": claims,
    }));
    let text = format!("{head}.{body}");
    let signature = BASE64_URL_SAFE_NO_PAD.encode(issuer.sign(text.as_bytes()).unwrap());
    format!("{text}.{signature}")
}

#[test]
fn a_credentials_file() {
    let folder = TempDir::new().unwrap();
    let [operator, account] = [KeyPair::new_operator(), KeyPair::new_account()];
    let [system, stranger] = [KeyPair::new_account(), KeyPair::new_account()];
    let user = KeyPair::new_user();
    // The system's account has no streams.
    let of_account = |storage: i32| {
        json!({ "type": "account", "version": 2, "limits": {
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
            "wildcards": true, "conn": -1, "leaf": -1, "mem_storage": storage,
            "disk_storage": storage, "streams": storage, "consumer": storage,
        } })
    };
    let of_operator = token(&operator, &operator, &json!({ "type": "operator", "version": 2 }));
    let known = token(&operator, &account, &of_account(-1));
    let of_system = token(&operator, &system, &of_account(0));
    let [account_key, system_key] = [&account, &system].map(KeyPair::public_key);
    let lines = format!(
        "operator: {of_operator}\nsystem_account: {system_key}\nresolver: MEMORY\n\
         resolver_preload: {{ {account_key}: {known}, {system_key}: {of_system} }}"
    );
    let (_server, port) = launch(folder.path(), &lines);
    let url = format!("nats://127.0.0.1:{port}");
    let credentials = |issuer: &KeyPair, name: &str| {
        let claims = json!({
            "type": "user", "version": 2, "pub": {}, "sub": {}, "subs": -1, "data": -1,
            "payload": -1,
        });
        let (token, seed) = (token(issuer, &user, &claims), user.seed().unwrap());
        let file = folder.path().join(name);
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    works(&url, &["--fleet-creds", &credentials(&account, "right.creds")], None);
    let said = is_refused(&url, &["--fleet-creds", &credentials(&stranger, "wrong.creds")], None);
    assert!(said.contains("authorization"), "{said}");
    assert!(!said.contains(&user.seed().unwrap()), "{said}");
}

fn openssl(folder: &Path, arguments: &str) {
    let output =
        Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// An authority, and a certificate of it for this machine or for another.
fn certificates(folder: &Path, name: &str) -> PathBuf {
    let new = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    openssl(folder, &format!("{new} -subj /CN=authority -keyout ca.key -out ca.pem"));
    let request = "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(folder, &format!("{request} -subj /CN={name} -keyout server.key -out server.csr"));
    std::fs::write(folder.join("names"), format!("subjectAltName=DNS:{name}\n")).unwrap();
    let sign = "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2";
    openssl(folder, &format!("{sign} -extfile names -out server.pem"));
    folder.join("ca.pem")
}

#[test]
fn an_encrypted_connection() {
    let folder = TempDir::new().unwrap();
    let authority = certificates(folder.path(), "localhost");
    let tls = |folder: &Path| {
        let [cert, key] = ["server.pem", "server.key"].map(|file| folder.join(file));
        format!("tls {{ cert_file: \"{}\", key_file: \"{}\" }}", cert.display(), key.display())
    };
    let (_server, port) = launch(folder.path(), &tls(folder.path()));
    works(&format!("tls://localhost:{port}"), &[], Some(&authority));
    // Whom nobody vouches for is not trusted; a wrong name is not that of the server.
    let other = TempDir::new().unwrap();
    let others = certificates(other.path(), "another.example");
    let said = is_refused(&format!("tls://localhost:{port}"), &[], Some(&others));
    assert!(said.contains("certificate"), "{said}");
    let (_impostor, port) = launch(other.path(), &tls(other.path()));
    let said = is_refused(&format!("tls://localhost:{port}"), &[], Some(&others));
    assert!(said.contains("certificate") && said.contains("localhost"), "{said}");
    let (_plain, port) = launch(other.path(), "");
    let said = say(&["fleet", "status", &format!("tls://localhost:{port}")], None);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("does not encrypt"), "{}", said.err);
}
